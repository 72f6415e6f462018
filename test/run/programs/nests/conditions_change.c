// SPDX-License-Identifier: Apache-2.0
//
// Conditions around nests that change what they test: what they say of the
// variables holds before, not inside.
// HOCKETCC: --always-transform
#include "../digest.h"

#define N 20

static unsigned a[N][N], d[N][N];
static int shared;

static void add(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      d[i][j] += a[j][i] + 1u;
}

static void counted_down(int n) {
  while (n-- > 1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] += a[j][i] * 3u;
}

static void counted_up(int n, int x) {
  while (x++ < n)
    for (int i = 0; i < x; i++)
      for (int j = i; j < n; j++)
        d[i][j] += a[j][i] * (unsigned)x;
}

static void assigned(int n) {
  if ((shared = shared + 2) < 3 && shared-- > 0)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < shared + 1; j++)
        d[i][j] ^= a[j][i];
}

static void in_header(int n) {
  for (; --n > 0;)
    for (int i = 0; i < n + 1; i++)
      for (int j = 0; j < n; j++)
        d[i][j] += a[j][i] * 5u;
}

static void both(int n, unsigned x) {
  int y = n;
  while (x-- > 3u && y-- > 0)
    for (int i = 0; i < y + 1; i++)
      for (unsigned j = 0; j < x; j++)
        d[i][j] += a[j][i] * 7u;
}

int main(void) {
  for (int i = 0; i < N * N; i++)
    a[i / N][i % N] = (unsigned)i * 77u;
  for (int n = 0; n < 9; n++) {
    add(n, n / 2);
    counted_down(n);
    show("down", d, sizeof d);
    counted_up(9, n);
    show("up", d, sizeof d);
    shared = n - 3;
    assigned(n);
    show("assigned", d, sizeof d);
    in_header(n);
    show("header", d, sizeof d);
    both(n, (unsigned)n + 2);
    show("both", d, sizeof d);
  }
  return 0;
}
