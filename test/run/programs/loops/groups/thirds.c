// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups --no-inlining
//
// Groups whose cores cannot share the chunks of all cores evenly: beside one
// or more calls for a core each, loops are cut for three of four cores, or for
// five to seven of eight. Sums, searches and scans are among them, and loops
// whose iterations take unequal time, or take them in turn.
#include "../../digest.h"

enum { N = 613, T = 7 };
static double a[N], b[N], x[N], y[N];
static int p[N], q[N], starts[N + 1];
static unsigned counts[3][64];
static long sums[T], found[T];

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 3000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 64] += seed & 7;
  }
}

static void stencil(void) {
  count(counts[0], 1);
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i] * 0.99;
  }
}

static void sums_and_searches(void) {
  count(counts[1], 2);
  for (int t = 0; t < T; t++) {
    long sum = 0;
    for (int i = 0; i < N; i++)
      sum += p[i] ^ t;
    sums[t] = sum;
    int at = N;
    for (int i = 0; i < N; i++)
      if (p[i] > 200 + t) {
        at = i;
        break;
      }
    found[t] = at;
    for (int i = 0; i < N; i++)
      p[i] = (p[i] * 5 + t) % 257;
  }
}

static void unequal(void) {
  count(counts[2], 3);
  count(counts[0], 4);
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < N; i++)
      for (int k = 0; k < i % 40; k++)
        x[i] += y[k] * 0.5;
    for (int i = 0; i < N; i++)
      for (int k = starts[i]; k < starts[i + 1]; k++)
        q[i] += p[k];
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 0.25 + t;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = b[i] = x[i] = y[i] = i % 17;
    p[i] = (i * 31) % 257;
    starts[i + 1] = starts[i] + (i % 5 == 0 && starts[i] < N - 3 ? 3 : 0);
  }
  for (int round = 0; round < 3; round++) {
    stencil();
    sums_and_searches();
    unequal();
  }
  show("a", a, sizeof a);
  show("x", x, sizeof x);
  show("p", p, sizeof p);
  show("q", q, sizeof q);
  show("sums", sums, sizeof sums);
  show("found", found, sizeof found);
  show("counts", counts, sizeof counts);
  return 0;
}
