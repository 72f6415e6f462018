// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11 -Wno-unknown-pragmas
//
// Pragmas, attributes, #line, continued lines: all that may stand around and
// inside a loop.
#include "../digest.h"

#define N 50000
#define UNROLL _Pragma("GCC unroll 4")
static int a[N] __attribute__((aligned(32))), b[N];
static __attribute__((noinline, pure)) int pure(int v) { return v * 7 + a[v]; }
__attribute__((const)) static inline int constant(int v);
static inline int constant(int v) { return v ^ 3; }

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma GCC ivdep
  for (int i = 0; i < N; i++)
    b[i] = a[i] + pure(i);
  UNROLL for (int i = 0; i < N; i++) a[i] += constant(b[i]);
#line 1000 "elsewhere.c"
  for (int i = 0; i < N; i++) /* a comment */ {
    int __attribute__((unused)) t = i; // another
    b[i] -= a[i] /* inside */ + __LINE__;
    ;
    {
    }
  }
  __extension__({
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  });
  if (__builtin_expect(a[5] > 0, 1))
    for (int i = 0; i < N; i++)
      b[i] = __builtin_abs(b[i]);
  else
    for (int i = 0; i < N; i++)
      b[i] = 0;
  printf("%s\n", __func__);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
