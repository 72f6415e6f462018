// SPDX-License-Identifier: Apache-2.0
//
// A stencil in three dimensions and a multigrid-like walk over sizes.
#include "../digest.h"

#include <stdlib.h>

#define N 40
#define AT(p, n, i, j, k) (p)[((i) * (n) + (j)) * (n) + (k)]

static void smooth(double *to, const double *from, int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        AT(to, n, i, j, k) =
            (AT(from, n, i, j, k) * 2 + AT(from, n, i - 1, j, k) +
             AT(from, n, i + 1, j, k) + AT(from, n, i, j - 1, k) +
             AT(from, n, i, j + 1, k) + AT(from, n, i, j, k - 1) +
             AT(from, n, i, j, k + 1)) /
            8;
}

static void coarsen(double *to, const double *from, int n) {
  for (int i = 0; i < n / 2; i++)
    for (int j = 0; j < n / 2; j++)
      for (int k = 0; k < n / 2; k++)
        AT(to, n / 2, i, j, k) = AT(from, n, 2 * i, 2 * j, 2 * k) * 0.5 +
                                 AT(from, n, 2 * i + 1, 2 * j + 1, 2 * k + 1);
}

int main(void) {
  double *a = calloc(N * N * N, sizeof *a), *b = calloc(N * N * N, sizeof *b);
  if (!a || !b)
    return 1;
  for (int i = 0; i < N * N * N; i++)
    a[i] = (i * 31 % 101) * 0.125;
  for (int t = 0; t < 6; t++) {
    smooth(b, a, N);
    smooth(a, b, N);
  }
  show("a", a, sizeof(double) * N * N * N);
  int n = N;
  while (n > 4) {
    coarsen(b, a, n);
    n /= 2;
    for (int i = 0; i < n * n * n; i++)
      a[i] = b[i];
    smooth(b, a, n);
    printf("%d %.15g\n", n, b[n * n * n / 2]);
  }
  show("b", b, sizeof(double) * N * N * N);
  free(a);
  free(b);
  return 0;
}
