// SPDX-License-Identifier: Apache-2.0
//
// Promises of the programmer: restrict, const that is cast away elsewhere.
#include "../digest.h"

#define N 80000
static float x[N], y[N], z[N];
static int table[16];
static const int *const view = table;

static void saxpy(int n, float a, const float *restrict p, float *restrict q) {
  for (int i = 0; i < n; i++)
    q[i] += a * p[i];
}

static void through_const(const int *c, int *m, int n) {
  for (int i = 0; i < n; i++)
    m[i & 15] += c[(i + 1) & 15] & 3;
}

static int first(const int *p) { return p[0]; }

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i * 0.5f;
    y[i] = (float)(i % 11);
  }
  saxpy(N, 2.0f, x, y);
  saxpy(N / 2, 0.5f, y, y + N / 2);
  saxpy(N / 2, 0.25f, y + N / 2, z);
  for (int i = 0; i < 16; i++)
    table[i] = i;
  through_const(view, (int *)view, N);
  int before = first(view);
  table[0] += 5;
  printf("%d %d\n", before, first(view));
  show("y", y, sizeof y);
  show("z", z, sizeof z);
  show("table", table, sizeof table);
  return 0;
}
