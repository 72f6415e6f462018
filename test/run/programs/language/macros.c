// SPDX-License-Identifier: Apache-2.0
//
// Loops, subscripts and whole statements that come out of macros.
#include "../digest.h"

#define N 300
#define AT(m, r, c) ((m)[(r) * N + (c)])
#define FOR(v, n) for (int v = 0; v < (n); v++)
#define SWAP(T, a, b)                                                          \
  do {                                                                         \
    T swap_tmp = (a);                                                          \
    (a) = (b);                                                                 \
    (b) = swap_tmp;                                                            \
  } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define PASTE(a, b) a##b
#define DEFINE_SCALE(T)                                                        \
  static void PASTE(scale_, T)(T * p, T by) { FOR(i, N *N) p[i] *= by; }
#define TWICE(x) x x
#define EMPTY

static int a[N * N], b[N * N];
static double d[N * N];

DEFINE_SCALE(int)
DEFINE_SCALE(double)

int main(void) {
  FOR(i, N) FOR(j, N) {
    AT(a, i, j) = i * 3 ^ j;
    AT(b, j, i) = i - j;
    AT(d, i, j) = i / 7.0 + j;
  }
  FOR(i, N) FOR(j, N) SWAP(int, AT(a, i, j), AT(b, i, j));
  FOR(i, N)
  FOR(j, N)
#if N > 100
  AT(b, i, j) = MAX(AT(a, i, j), AT(a, j, i)) EMPTY;
#else
  AT(b, i, j) = 0;
#endif
  scale_int(a, 3);
  scale_double(d, 0.5);
  TWICE(FOR(i, N) a[i] += b[N - 1 - i];)
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("d", d, sizeof d);
  return 0;
}
