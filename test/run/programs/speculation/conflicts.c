// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 0
//
// Iterations that do depend on each other, each in another way: what a child
// read has changed, or it needs what is still to come.
#include "../digest.h"
#include <stdlib.h>
#include <string.h>

enum { N = 300 };
static unsigned state = 1;
static int table[N], best = 1 << 30, at = -1, used;
static char text[N + 1];
static struct node {
  struct node *next;
  int value;
} pool[N], *list;
static double running;

static unsigned draw(void) { return state = state * 1103515245u + 12345u; }

static int work(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + (unsigned)i;
  return (int)(s & 1023);
}

/* Each iteration needs the one before. */
static void chain(void) {
  for (int i = 1; i < N; i++)
    table[i] = table[i - 1] + work(table[i - 1] % 50) + 1;
  show("chain", table, sizeof table);
}
/* Some do, some do not. */
static void sometimes(void) {
  for (int i = 0; i < N; i++) {
    int k = work(i % 60);
    if (k < best) {
      best = k;
      at = i;
    }
  }
  printf("best %d at %d\n", best, at);
}
/* A sum that is looked at now and then. */
static void lookedAt(void) {
  for (int i = 0; i < N; i++) {
    running += work(i % 70) * 0.1;
    if (i % 64 == 63)
      printf("%d %.17g\n", i, running);
  }
}
static void drawn(void) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    int n = draw() >> 16 & 63;
    sum += work(n) * (long)i;
  }
  printf("drawn %ld\n", sum);
}
/* Bytes of one word by turns, and places that a list holds. */
static void bytes(void) {
  for (int i = 0; i < N; i++)
    text[(i * 7) % N] = (char)('a' + (work(i % 33) + text[(i * 7 + 1) % N]) % 26);
  show("bytes", text, sizeof text);
}
static void lists(void) {
  for (int i = 0; i < N; i++) {
    int v = work(i % 40);
    struct node **p = &list;
    while (*p && (*p)->value < v)
      p = &(*p)->next;
    pool[used].value = v;
    pool[used].next = *p;
    *p = &pool[used++];
  }
  long sum = 0, place = 0;
  for (struct node *p = list; p; p = p->next)
    sum += ++place * p->value;
  printf("list %ld\n", sum);
}
/* The same value is written again: nothing changes. */
static int flag;
static void silent(void) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    sum += flag + work(i % 50);
    flag = i < 200 ? 0 : i;
  }
  printf("silent %ld %d\n", sum, flag);
}

int main(void) {
  chain();
  sometimes();
  lookedAt();
  drawn();
  bytes();
  lists();
  silent();
  return 0;
}
