// SPDX-License-Identifier: Apache-2.0
//
// Tables with a width that is a sum, `m + 1`, given before the loops or written
// out; one column too many, which is the next row's first; widths that changed
// after all, or were given for another size; and none at all.
#include "../digest.h"

#include <stdlib.h>

#define N 400
#define M 500
static double table[(N + 2) * (M + 4)];

static void rows(int n, int m) {
  int width = m + 1;
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5 + j;
}

static void diagonal(int m) {
  for (int i = 0; i <= m; i++) {
    table[i * (m + 1) + i] += 1;
    for (int j = i + 1; j <= m; j++)
      table[i * (m + 1) + j] += table[i * (m + 1) + i] * 0.5;
  }
}

static void diagonals(int m, int length) {
  for (int i = 0; i + length <= m; i++) {
    int j = i + length;
    double best = 1e300;
    for (int r = i; r < j; r++) {
      double one = table[i * (m + 1) + r] + table[(r + 1) * (m + 1) + j];
      if (one < best)
        best = one;
    }
    table[i * (m + 1) + j] += best;
  }
}

// Rows that run into each other.
static void wider(int m, int more) {
  for (int i = 0; i <= m; i++) {
    table[i * (m + 1) + i] += 1;
    for (int j = 0; j <= m + more; j++)
      table[i * (m + 1) + j] += table[i * (m + 1) + i] * 0.5;
  }
}

static void beyond(int n, int m) {
  int width = m + 1;
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m + 1; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5 + i;
}

static void narrow(int n, int m) {
  int width = m - 1;
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5 + i;
}

static void changed(int n, int m, int less) {
  int width = m + 1;
  if (less)
    width = m - 2;
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.5 + j;
}

static void later(int n, int m) {
  int width = m + 1;
  m += 3;
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      table[i * width + j] = table[i * width + j - 1] * 0.25 + j;
}

/// The width is that of the turn before.
static void behind(int n, int m) {
  int size = m - 6, width = m + 1;
  for (int turn = 0; turn < 4; turn++) {
    for (int i = 0; i < n; i++)
      for (int j = 1; j <= size; j++)
        table[i * width + j] = table[i * width + j - 1] * 0.75 + j;
    width = size + 1;
    size += 2;
  }
}

static void inside(int n, int m) {
  int length = 18;
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < 20; j++)
      table[i * length + j] += table[i * length + j - 1] * 0.5;
    if (i == m)
      length = 3;
  }
}

static void cubes(int n, int m, int k, int most) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m; j++)
      for (int l = 1; l <= most; l++)
        table[(i * (m + 1) + j) * (k + 1) + l] +=
            table[(i * (m + 1) + j - 1) * (k + 1) + l - 1] * 0.5;
}

static void common(const char *a, int n, const char *b, int m, double *t) {
  int width = m + 1;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      double up = t[(i - 1) * width + j], left = t[i * width + j - 1];
      if (a[i - 1] == b[j - 1])
        t[i * width + j] = t[(i - 1) * width + j - 1] + 1;
      else
        t[i * width + j] = up > left ? up : left;
    }
}

/// What the loop's own beginning gives counts, not what stands before it.
static void begun(int n) {
  int k = 30000, i;
  for (i = 0, k = 1; i < n; i++)
    table[i + k] = table[i] * 0.5 + 1;
  k = 50000;
  for (i = 0, k = 2; i < n; i++, k++)
    table[k] = table[i] * 0.5 + 1;
}

static void start(void) {
  for (int i = 0; i < (N + 2) * (M + 4); i++)
    table[i] = i % 71 * 0.125;
}

int main(int argc, char **argv) {
  (void)argv;
  static char a[N], b[M];
  for (int i = 0; i < N; i++)
    a[i] = "ACGT"[(unsigned)i * 7919u % 31 % 4];
  for (int i = 0; i < M; i++)
    b[i] = "ACGT"[(unsigned)i * 104729u % 37 % 4];
// The way out keeps the calls from being tasks beside each other.
#define TRY(name, call)                                                        \
  start();                                                                     \
  if (argc > 20)                                                               \
    return 1;                                                                  \
  call;                                                                        \
  if (argc > 20)                                                               \
    return 1;                                                                  \
  show(name, table, sizeof table)
  TRY("rows", rows(N, M));
  TRY("none", rows(N, -1));
  TRY("beyond", beyond(N, M));
  TRY("narrow", narrow(N, M));
  TRY("same", changed(N, M, 0));
  TRY("changed", changed(N, M, 1));
  TRY("later", later(N, M));
  TRY("behind", behind(N, M));
  TRY("inside", inside(N, N / 2));
  TRY("cubes", cubes(20, 30, 40, 40));
  TRY("thick", cubes(20, 30, 40, 45));
  TRY("common", common(a, N, b, M, table));
  TRY("begun", begun(20000));
  TRY("diagonal", diagonal(N));
  TRY("diagonals", diagonals(N, 17));
  TRY("longest", diagonals(N, N));
  TRY("wide", wider(N, 0));
  TRY("wider", wider(N, 1));
  TRY("corner", common(a, 1, b, 1, table));
  return 0;
}
