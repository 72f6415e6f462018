// SPDX-License-Identifier: Apache-2.0
//
// Triangular and trapezoidal nests, growing and shrinking, forwards and
// backwards, with reductions, private arrays, last values and few iterations.
#include "../digest.h"

#include <limits.h>

#define N 130
static int a[N][N], b[N][N], rows[N];
static unsigned counts[16];

static void grow(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = (a[i][j] * 3 + i - j) & 0xffff;
}

static void shrink(int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i; j < n; j++)
      b[j][i] = (a[j][i] + b[j][n - 1 - i]) & 0xffff;
}

/* The transposed part of the other nest: long chunks need many of its chunks. */
static void mirror(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      a[i][j] = a[j][i] ^ i;
}

static unsigned long total(int n) {
  unsigned long sum = 0;
  int least = INT_MAX, where = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      sum += (unsigned)b[i][j] * 7u;
      counts[a[i][j] & 15]++;
      if (b[i][j] < least) {
        least = b[i][j];
        where = i * N + j;
      }
    }
  return sum + (unsigned)least * 31u + (unsigned)where;
}

static int last(int n) {
  int kept = -1, work[N];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n - i; j++)
      work[j] = a[i][j] + j;
    int sum = 0;
    for (int j = 0; j < n - i; j++)
      sum += work[n - i - 1 - j];
    rows[i] = sum;
    kept = sum;
  }
  return kept;
}

/* In steps: what one leaves the next needs, in a loop. */
static void repeat(int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        a[i][j] = b[i][j] + t;
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        b[i][j] = (a[i][j] + a[n - 1 - j][n - 1 - i]) & 0xffff;
  }
}

int main(void) {
  static const int sizes[] = {N, 1, 0, 2, 3, 7, 8, 9, 33, 64, 129};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 31 + j * 17) % 101;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    grow(n);
    shrink(n);
    mirror(n);
    printf("%lu %d\n", total(n), last(n));
    repeat(n, 3);
    show("a", a, sizeof a);
    show("b", b, sizeof b);
    show("rows", rows, sizeof rows);
    show("counts", counts, sizeof counts);
  }
  return 0;
}
