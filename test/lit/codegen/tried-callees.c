// The text that tries a loop calls copies of functions: the user's functions
// keep the callers that they have in the user's program, so compilers inline
// them as there. So do the clones, which are not merged with functions of the
// same text. No copies of what may be a
// variable of that name.
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --emit=%t.d %s -o %t
// RUN: %FileCheck %s --input-file=%t.d/tried-callees.c
// RUN: %hocketcc -O2 -Wall -Wextra -Werror -Wdeclaration-after-statement %s -o %t
// RUN: %t | %FileCheck %s --check-prefix=OUTPUT
// RUN: env HOCKET_SPECULATE=always HOCKET_CORES=2 %t | %FileCheck %s --check-prefix=OUTPUT
#include <stdio.h>
#include <stdlib.h>

struct stack {
  int item[64], top;
  int (*weight)(int);
};

static int plain(int k) { return k % 3 + 1; }

static inline int weight(int k) {
  static const int table[4] = {1, 3, 2, 5};
  return table[k & 3] + plain(k);
}

static int counted(int k) {
  static int calls;
  return k + (++calls & 0);
}

static int hidden(int k) { return k * 5; }

static void push(struct stack *s, int k) { s->item[s->top++] = k; }

// The user's text, in which nothing is another function:
// CHECK: static long fill(
// CHECK: if (hk_spec_asks(&hk_fill_s2_loop)) return hk_fill_tries(
// CHECK: push(s, k * weight(k));
// CHECK-NOT: hk_tried_
// CHECK: frame of hk_main
static long fill(struct stack *s, const int *kinds, long *out, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) {
    s->top = 0;
    for (int k = kinds[i] % 37 + 3; k > 0; k -= kinds[k] % 3 + 1)
      push(s, k * weight(k));
    while (s->top > 0)
      out[kinds[i] % n] += counted(s->item[--s->top]);
  }
  for (int i = 0; i < n; i++)
    sum += out[i];
  return sum;
}

// Before a function in whose own text loops are tried:
// CHECK: copies that loops call
// CHECK: static __attribute__((__no_icf__)) void hk_tried_push(struct stack *s, int k);
// CHECK: int main(
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 30000;
  int *kinds = calloc((size_t)n + 64, sizeof *kinds);
  long *out = calloc((size_t)n, sizeof *out), all = 0;
  int (*member)(int) = hidden;
  struct stack s = {{0}, 0, plain};
  if (!kinds || !out)
    return 1;
  for (int i = 0; i < n; i++)
    kinds[i] = (int)((unsigned)i * 2654435761u >> 8);
  all = fill(&s, kinds, out, n);
  // CHECK: if (hk_spec_is_asked)
  // CHECK: hk_tried_push(&s, s.weight(k));
  // CHECK: } else {
  // CHECK: push(&s, s.weight(k));
  for (int i = 0; i < n; i++) {
    int (*plain)(int) = member;
    s.top = 0;
    for (int k = kinds[i] % 37 + 3; k > 0; k -= kinds[k] % 3 + 1)
      push(&s, s.weight(k));
    while (s.top > 0)
      out[kinds[i] % n] += plain(s.item[--s.top]);
  }
  for (int i = 0; i < n; i++)
    all += out[i] * (i & 7);
  // OUTPUT: {{^}}[[#]]{{$}}
  printf("%ld\n", all);
  free(kinds), free(out);
  return 0;
}
// The copies call copies.
// CHECK: hk_tried_weight(int k)
// CHECK: table[k & 3] + plain(k)
// CHECK: static __attribute__((__noinline__)) long hk_fill_tries(
// CHECK: hk_tried_push(s, k * hk_tried_weight(k));
// CHECK: hk_tried_counted(s->item
// CHECK: static __attribute__((__no_icf__)) void hk_{{[a-z]+_s[0-9]}}_push(
