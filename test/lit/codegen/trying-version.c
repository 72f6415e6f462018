// A function with a speculative loop stands twice: the user's own text, with a
// test in front of it, and a version whose loop asks. Variables whose address
// the loop's clone has are no others in the user's text. Not `main`, and no
// function with static variables: what is asked stands in their text.
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --emit=%t.d %s -o %t
// RUN: %FileCheck %s --input-file=%t.d/trying-version.c
// RUN: %hocketcc -O2 -Wall -Wextra -Werror -Wdeclaration-after-statement %s -o %t
// RUN: %t | %FileCheck %s --check-prefix=OUTPUT
#include <stdio.h>
#include <stdlib.h>

struct state {
  double low, band;
  int stack[40], top;
};

// CHECK: static __attribute__((__noinline__)) double hk_mix_tries(double *out, int n, const int *kinds);
// CHECK: static double mix(double *out, int n, const int *kinds)
// CHECK: if (__builtin_expect(!hk_spec_skips(&hk_mix_s1_loop), 0)) return hk_mix_tries(out, n, kinds);
// CHECK-NOT: hk_spec_f
// CHECK: return sum
static double mix(double *out, int n, const int *kinds) {
  struct state s = {0, 0, {0}, 0};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    s.top = 0;
    for (int k = kinds[i] % 37 + 3; k > 0; k -= kinds[k] % 3 + 1)
      s.stack[s.top++] = k;
    while (s.top > 0)
      out[i] += s.stack[--s.top] * 0.25;
  }
  for (int i = 0; i < n; i++)
    sum += out[i];
  return sum;
}

// CHECK: static int own(int *out
// CHECK: hk_spec_asks = !hk_spec_skips(&hk_own_s2_loop)
static int own(int *out, int n, const int *kinds) {
  typedef int number;
  static number calls = 0;
  int stack[40];
  for (int i = 0; i < n; i++) {
    int top = 0;
    for (int k = kinds[i] % 37 + 3; k > 0; k -= kinds[k] % 3 + 1)
      stack[top++] = k;
    while (top > 0)
      out[kinds[i] % n] += stack[--top];
  }
  return ++calls;
}

// OUTPUT: 2 {{[0-9.]+}}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 30000, calls = 0;
  int *kinds = calloc((size_t)n + 64, sizeof *kinds),
      *sums = calloc((size_t)n, sizeof *sums);
  double *out = calloc((size_t)n, sizeof *out), all = 0;
  if (!kinds || !sums || !out)
    return 1;
  for (int i = 0; i < n; i++)
    kinds[i] = (int)((unsigned)i * 2654435761u >> 8);
  for (int t = 0; t < 2; t++) {
    all += mix(out, n, kinds);
    calls = own(sums, n, kinds);
  }
  printf("%d %g\n", calls, all + sums[3]);
  free(kinds), free(sums), free(out);
  return 0;
}
// The version: the loop asks in it.
// CHECK: static __attribute__((__noinline__)) double hk_mix_tries(double *out, int n, const int *kinds)
// CHECK: hk_spec_begin(&hk_mix_s1_loop
