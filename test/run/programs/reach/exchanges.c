// SPDX-License-Identifier: Apache-2.0
//
/* Partners i ^ d: a sorting network, butterflies and permutations; with masks
   that are no power of two, negative, or zero. */
#include "../digest.h"

enum { N = 1 << 11 };

static int a[2 * N], b[N], c[N];
static double re[N], im[N];

static void stage(int *v, int n, int width, int distance) {
  for (int i = 0; i < n; i++) {
    int other = i ^ distance;
    if (other <= i)
      continue;
    int ascending = (i & width) == 0;
    if (ascending == (v[i] > v[other])) {
      int t = v[i];
      v[i] = v[other];
      v[other] = t;
    }
  }
}

static void sort(int *v, int n) {
  for (int width = 2; width <= n; width *= 2)
    for (int distance = width / 2; distance > 0; distance /= 2)
      stage(v, n, width, distance);
}

static void butterfly(int n, int mask) {
  for (int i = 0; i < n; i++)
    if ((i ^ mask) > i) {
      double r = re[i], s = im[i];
      re[i] = r + re[i ^ mask];
      im[i] = s + im[i ^ mask];
      re[i ^ mask] = r - re[i ^ mask];
      im[i ^ mask] = s - im[i ^ mask];
    }
}

static void permuted(unsigned n, unsigned mask) {
  for (unsigned i = 0; i < n; i++)
    c[i ^ mask] = b[i];
}

static void unguarded(int n, int mask) {
  for (int i = 0; i < n; i++)
    b[i ^ mask] += b[i];
}

static void shifted(int n, int mask) {
  for (int i = 0; i < n; i++)
    if ((i ^ mask) > i)
      a[i ^ mask] = a[i + 1] + 1;
}

/* An array that is written in part before it is read. */
static void partly(int mask) {
  int t[2048] = {0};
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < 8; i++)
      t[i ^ mask] = i + r;
    for (int i = 0; i < 8; i++)
      c[r] += t[i];
  }
  for (int r = 0; r < N; r++) {
    for (int i = 0; i < 8; i++)
      if ((i ^ mask) > i)
        t[i] = i + r;
    for (int i = 0; i < 8; i++)
      b[r] += t[i];
  }
}

/* Partners on either side of zero. */
static void around(int n) {
  int *middle = a + N;
  for (int i = -n; i < n; i++)
    if ((i ^ -1) > i) {
      int t = middle[i];
      middle[i] = middle[i ^ -1] * 3;
      middle[i ^ -1] = t;
    }
}

int main(void) {
  for (int i = 0; i < 2 * N; i++)
    a[i] = (int)((unsigned)i * 2654435761u >> 8);
  for (int i = 0; i < N; i++) {
    b[i] = a[i] % 1000;
    re[i] = i % 37;
    im[i] = i % 41;
  }
  for (int n = 1; n <= 8; n *= 2)
    sort(a + n, n);
  sort(a, N);
  show("sorted", a, sizeof a);
  for (int mask = 1; mask < N; mask *= 2)
    butterfly(N, mask);
  butterfly(N, N - 1);
  butterfly(N, 0);
  butterfly(3, 1);
  butterfly(N / 2, 77);
  show("re", re, sizeof re);
  show("im", im, sizeof im);
  permuted(N, 1000);
  permuted(0, 5);
  permuted(N, 0);
  permuted(N, N - 1);
  show("permuted", c, sizeof c);
  unguarded(N, 513);
  unguarded(N, 0);
  show("unguarded", b, sizeof b);
  partly(1000);
  partly(3);
  show("partly", c, sizeof c);
  shifted(N, 6);
  show("shifted", a, sizeof a);
  around(N);
  around(3);
  show("around", a, sizeof a);
  return 0;
}
