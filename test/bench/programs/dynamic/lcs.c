// SPDX-License-Identifier: Apache-2.0
// The longest common subsequences of pairs of sequences, with the whole table,
// and the subsequences themselves traced back.
//
// SMALL: 90 70
//
// Each cell needs its neighbours above, left and diagonally: a wavefront.
#include <stdio.h>
#include <stdlib.h>

static void generate(char *s, int n, unsigned state) {
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    s[i] = "ACGT"[state >> 30];
  }
}

static void fill(const char *a, int n, const char *b, int m,
                 unsigned short *table) {
  int width = m + 1;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int up = table[(i - 1) * width + j];
      int left = table[i * width + j - 1];
      if (a[i - 1] == b[j - 1])
        table[i * width + j] = table[(i - 1) * width + j - 1] + 1;
      else
        table[i * width + j] = up > left ? up : left;
    }
}

/// Stores the subsequence in out and returns its length.
static int trace(const char *a, int n, const char *b, int m,
                 const unsigned short *table, char *out) {
  int width = m + 1, length = table[n * width + m], at = length;
  for (int i = n, j = m; i > 0 && j > 0;) {
    if (a[i - 1] == b[j - 1]) {
      out[--at] = a[i - 1];
      i--;
      j--;
    } else if (table[(i - 1) * width + j] > table[i * width + j - 1])
      i--;
    else
      j--;
  }
  return length;
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[1]) : 8000, m = argc > 2 ? atoi(argv[2]) : 9000;
  char *a = malloc(n), *b = malloc(m), *common = malloc(n);
  unsigned short *table = calloc((size_t)(n + 1) * (m + 1), sizeof *table);
  if (!a || !b || !common || !table)
    return 1;
  generate(a, n, 1);
  for (unsigned pair = 0; pair < 5; pair++) {
    generate(b, m, 99 + pair);
    fill(a, n, b, m, table);
    int length = trace(a, n, b, m, table, common);
    printf("%d: %.*s...\n", length, length < 60 ? length : 60, common);
  }
  free(a);
  free(b);
  free(common);
  free(table);
  return 0;
}
