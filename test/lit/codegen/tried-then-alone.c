// Where nobody runs ahead any more, the user's loop goes on, from where the
// text that asks has come to: steps and conditions that do something are run
// once for each iteration. The runtime here lets each loop go to its third
// iteration first.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-speculate --emit=%t/out %s -o %t/ours
// RUN: %FileCheck %s --input-file=%t/out/tried-then-alone.c
// RUN: %cc -O2 -c -DRUNTIME %s -o %t/runtime.o
// RUN: %cc -O2 -Wall -Wextra -Werror -I %t/out/hocket/include %t/out/tried-then-alone.c %t/runtime.o -static -Wl,--unresolved-symbols=ignore-all -o %t/alone
// RUN: %cc -O2 %s -o %t/plain
// RUN: %t/plain > %t/expected && %t/alone 2> %t/asked | diff - %t/expected
// RUN: %FileCheck %s --check-prefix=ASKED --input-file=%t/asked
// ASKED-COUNT-13: went on
#include <stdio.h>
#include <stdlib.h>
#ifdef RUNTIME
#include <limits.h>
long long begin(void *loop, long long at, long long trips,
                void *frame) __asm__("__hocket_spec_begin");
long long begin(void *loop, long long at, long long trips, void *frame) {
  (void)loop, (void)trips, (void)frame;
  if (at != 0)
    fprintf(stderr, "went on at %lld\n", at);
  return at == 0 ? 3 : LLONG_MAX;
}
long long end(void *loop, long long at, int is_over) __asm__("__hocket_spec_end");
long long end(void *loop, long long at, int is_over) {
  (void)loop, (void)is_over;
  return at;
}
void call(void *function, void *all) __asm__("__hocket_pre_call");
void call(void *function, void *all) { (void)function, (void)all; }
void watch(void *scope, void *loop) __asm__("__hocket_pre_watch");
void watch(void *scope, void *loop) { (void)scope, (void)loop; }
void over(void *scope) __asm__("__hocket_pre_end");
void over(void *scope) { (void)scope; }
int due(void *loop, long long *at, void *values) __asm__("__hocket_spec_due");
int due(void *loop, long long *at, void *values) {
  (void)loop, (void)at, (void)values;
  return 0;
}
#else
struct node {
  struct node *next;
  unsigned value, found;
};

static unsigned work(unsigned x) {
  for (int i = 0; i < 50; i++)
    x = x * 1664525u + 1013904223u + (x >> 7);
  return x;
}

static unsigned table[64];
static unsigned state = 1;

// CHECK: for (int i = 0; i < n; i++)
// CHECK: if (hk_spec_to == 0x7fffffffffffffffLL) { break; }
// CHECK: if (!hk_spec_over)
// CHECK: for (; i < n; i++)
static void counted(int n) {
  for (int i = 0; i < n; i++)
    table[work(table[i & 63] + (unsigned)i) & 63] += work((unsigned)i);
}

static int leaves(int n, unsigned limit) {
  int i;
  for (i = n; i > 0; i -= 2) {
    table[work(table[i & 63]) & 63] ^= work((unsigned)i);
    if (table[i & 63] % 97 == limit)
      break;
  }
  return i;
}

static unsigned returns(int n, unsigned limit) {
  for (int i = 0; i < n; i++) {
    table[work(table[i & 63] + 1) & 63] += work((unsigned)i);
    if (table[i & 63] % 101 == limit)
      return table[i & 63];
  }
  return 0;
}

static void walks(struct node *head) {
  for (struct node *p = head; p; p = p->next)
    p->found = work(p->value + table[p->value & 63]);
}

static unsigned until(unsigned n) {
  unsigned left = n;
  do {
    table[left & 63] += work(left + table[left * 7 & 63]);
  } while ((state = state * 69069u + 1) % 31 != 0 && --left);
  return left;
}

static unsigned steps(unsigned n) {
  unsigned x = n;
  for (;; x = x * 5 + 3) {
    table[x & 63] += work(x);
    if (x % 37 == 5)
      break;
  }
  return x;
}

static unsigned whiles(unsigned n) {
  unsigned count = 0;
  while ((state = state * 69069u + n) % 29 != 3) {
    table[state & 63] ^= work(state);
    count++;
  }
  return count;
}

int main(void) {
  struct node *head = NULL;
  for (unsigned i = 0; i < 20; i++) {
    struct node *p = malloc(sizeof *p);
    p->next = head, p->value = i * 7, p->found = 0, head = p;
  }
  unsigned sum = 0;
  for (volatile int round = 0; round < 2; round++) {
    counted(40);
    sum = sum * 31 + (unsigned)leaves(200, 5 + (unsigned)round);
    sum = sum * 31 + returns(200, 7);
    walks(head);
    sum = sum * 31 + until(40);
    sum = sum * 31 + steps(3);
    sum = sum * 31 + whiles(11);
  }
  for (int i = 0; i < 64; i++)
    sum = sum * 31 + table[i];
  for (struct node *p = head; p; p = p->next)
    sum = sum * 31 + p->found;
  printf("%u\n", sum);
  return 0;
}
#endif
