// Where no header counts, copies come to their iterations by what the header
// and the step at the body's end do, in clones without marks; the condition,
// which may do something, is asked once for each iteration.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-cache -Rhocket=loop-speculative %s -o %t 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-cache -Rhocket-missed=not-tried %s -o %t 2>&1 | %FileCheck %s --check-prefix=MISSED
// RUN: %hocketcc -O2 -Wall --soc=generic-4 --cores=2 --no-cache %s -o %t 2>&1 | %FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  unsigned key, found;
};

static unsigned stack[64];
static unsigned work(unsigned x, unsigned n) {
  unsigned top = 0;
  for (unsigned k = 0; k < n; k++) {
    if (top > 40 || (top > 3 && x % 5 == 0))
      top--;
    stack[top++] = x;
    x = x * 31 + stack[x % top];
  }
  return x;
}

static void each(struct node *head) {
  // REMARK: [[# @LINE + 1]]:3: remark: loop runs speculatively: {{.*}}; copies run its header again to know where they begin
  for (struct node *p = head; p; p = p->next)
    p->found = work(p->key, 900);
}

static void all(struct node *head) {
  // REMARK: [[# @LINE + 1]]:3: remark: loop runs speculatively: {{.*}}; copies run its header again to know where they begin; what iterations do before line [[# @LINE + 3]] copies do again to know what it passes on; likewise what they do from line [[# @LINE + 5]] on
  while (head) {
    struct node *next = head->next;
    unsigned x = work(head->key, 700);
    head->found ^= x;
    head = next;
  }
}

static unsigned until(unsigned enough) {
  unsigned sum = 0, i = 0;
  // MISSED: [[# @LINE + 1]]:3: remark: loop does not run speculatively: what its header needs changes in the midst of its iterations
  while (sum < enough)
    sum += work(i++, 500) % 64;
  return sum;
}

static long sums[4];

// What ends the loop reads what its midst adds up: the loop inside comes first.
static long converges(long most) {
  long n = 0;
  while (n < most) {
    // REMARK: [[# @LINE + 1]]:5: remark: loop runs speculatively
    for (long i = 0; i < 400; i++)
      sums[i & 3] += work((unsigned)(n + i), 600) % 64;
    n += 400;
    double mean = (double)sums[0] / (double)n;
    if (mean < 0.5)
      break;
  }
  return n;
}

// A variable that the condition gives its value is none without one.
// QUIET-NOT: warning
static unsigned read_all(unsigned n) {
  unsigned sum = 0, c;
  while ((c = work(n, 3) >> 24) != 9 && n < 300) {
    sum += work(c, 800);
    n++;
  }
  return sum + c;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){head, (unsigned)i * 77u, 0};
    head = node;
  }
  each(head);
  all(head);
  unsigned sum = until((unsigned)n) + read_all((unsigned)n) +
                 (unsigned)converges(n);
  for (struct node *p = head; p; p = p->next)
    sum = sum * 31 + p->found;
  printf("%u\n", sum);
  return 0;
}
// CHECK: int hk_spec_over = 0; struct node *p = head; if (__builtin_expect(hk_spec_asks, 0))
// CHECK: hk_spec_trips = -0x7fffffffffffffffLL - 1;
// CHECK: for (;; ++hk_spec_at) { if (hk_spec_at == hk_spec_to) break; if (!((hk_spec_at == 0 || ((void)(p = p->next), 1)) && (p))) { hk_spec_over = 1; break; }
// The clone tells that it has come to the loop's end.
// CHECK: static void [[EACH:hk_each_s[0-9]+]](void *hk_spec_frame, long long hk_spec_from)
// CHECK: || (hk_spec_left = 3, 0)); hk_spec_go = hk_spec_next(++hk_spec_at))
// CHECK: static void [[EACH]]_prologue(void *hk_spec_frame, long long hk_spec_from, long long hk_spec_to)
// CHECK: for (; hk_spec_at < hk_spec_to && (((hk_spec_at == 0 || ((void)((hk_spec_f->[[P:hk_v[0-9]+_p]]) = (hk_spec_f->[[P]])->next), 1)) && ((hk_spec_f->[[P]]))) || (hk_spec_ended(), 0)); ++hk_spec_at)
