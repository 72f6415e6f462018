// SPDX-License-Identifier: Apache-2.0
//
// Writes through an index array: a permutation, one with a single repetition
// anywhere, one outside of the order, an empty one.
#include "../../digest.h"
enum { N = 1300 };
static unsigned a[3 * N];
static int idx[N], other[N];
static void scatter(unsigned *p, const int *x, int n) {
  for (int i = 0; i < n; i++)
    p[x[i]] = (unsigned)i * 3u;
}
static void update(unsigned *p, const int *x, int n) {
  for (int i = 0; i < n; i++)
    p[x[i]] = p[x[i]] * 5u + (unsigned)i;
}
static void both(unsigned *p, const int *x, const int *y, int n) {
  for (int i = 0; i < n; i++) {
    p[x[i]] += (unsigned)i;
    p[y[i]] ^= 9u;
  }
}
static void next(unsigned *p, const int *x, int n) {
  for (int i = 0; i < n; i++)
    p[x[i]] = p[x[i] + 1] + 1u;
}
static void back(unsigned *p, const int *x, int n) {
  for (int i = n - 1; i >= 0; i -= 2)
    p[x[i]] = (unsigned)i;
}
static void all(const int *x, int n) {
  scatter(a, x, n);
  update(a, x, n);
  both(a, x, other, n);
  next(a, x, n);
  back(a, x, n);
  show("a", a, sizeof a);
}
int main(void) {
  static const int twice[] = {0, 1, 63, 64, 65, 700, N - 2};
  for (int i = 0; i < N; i++)
    idx[i] = i * 77 % N, other[i] = N - 1 - i;
  all(idx, N);
  for (int t = 0; t < 7; t++) {
    int kept = idx[twice[t]];
    idx[twice[t]] = idx[N - 1];
    all(idx, N);
    idx[twice[t]] = kept;
  }
  for (int i = 0; i < N; i++)
    other[i] = idx[i] + N;
  all(idx, N);
  for (int i = 0; i < N; i++)
    idx[i] -= 200;
  scatter(a + 300, idx, N);
  update(a + 300, idx, N);
  for (int i = 0; i < N; i++)
    idx[i] = 5;
  all(idx, N);
  all(idx, 1);
  all(idx, 0);
  return 0;
}
