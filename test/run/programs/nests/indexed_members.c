// SPDX-License-Identifier: Apache-2.0
//
// Bounds in members of records that loops around the nest choose, and that are
// not there where the nest does not run.
// HOCKETCC: --always-transform
#include "../digest.h"
#include <stdlib.h>

#define N 24

struct weights {
  int start, count;
  unsigned *w;
};

static unsigned a[N][N], d[N][N], line[N];

/* Nothing is at `t` where width is 0. */
static void vertical(const struct weights *t, int y, int width) {
  for (int x = 0; x < width; x++) {
    unsigned s = 0;
    for (int k = 0; k < t[y].count; k++)
      s = s * 3u + t[y].w[k] * a[t[y].start + k][x];
    line[x] = s;
  }
}

/* The record is another one as the loops run. */
static void moves(struct weights *t, int n) {
  int y = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < t[y].count; k++)
      d[k][i] += a[i][k];
    y = (y + 1) % 3;
  }
}

/* The count is another one. */
static void grows(struct weights *t, int y, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < t[y].count; k++) {
      d[k][i] += a[i][k] + 1u;
      if (k == N - 3)
        t[y].count = N - 1;
    }
}

/* `t[y]` is reached only if the rows are not empty. */
static void empty_rows(const struct weights *t, int y, int m) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < t[y - 1].count; k++)
        d[k][j] ^= a[j][k] + (unsigned)i;
}

int main(void) {
  struct weights t[3];
  for (int i = 0; i < N * N; i++)
    a[i / N][i % N] = (unsigned)i * 2654435761u;
  for (int y = 0; y < 3; y++) {
    t[y].start = y;
    t[y].count = N - 2 - y * 4;
    t[y].w = malloc((size_t)t[y].count * sizeof(unsigned));
    for (int k = 0; k < t[y].count; k++)
      t[y].w[k] = (unsigned)(k * y + 7);
  }
  vertical(NULL, 1 << 28, 0);
  empty_rows(NULL, 1 << 28, 0);
  for (int y = 0; y < 3; y++) {
    vertical(t, y, N);
    show("line", line, sizeof line);
  }
  moves(t, N);
  show("moves", d, sizeof d);
  empty_rows(t, 2, N - 3);
  show("empty_rows", d, sizeof d);
  grows(t, 0, N);
  show("grows", d, sizeof d);
  for (int y = 0; y < 3; y++)
    free(t[y].w);
  return 0;
}
