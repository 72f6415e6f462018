// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
// FLAGS: -lm
// REGIONS: 1
//
// On groups of cores, each kind of loop there is: totals, prefix sums, private
// arrays, unequal work, chunks in order, blocks handed out, a pipeline that
// needs all cores, and a call that must stay on the thread that looks at errno.
#include "../../digest.h"
#include <errno.h>
#include <math.h>

enum { N = 320, M = 40 };
static double a[N], b[N], g[M][M], h[M][M];
static int sums[N], source[N], counts[16], rows[M];
static double roots[N];

static int collatz(int n) {
  int steps = 0;
  while (n > 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}

static double slow_root(int n) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s += sqrt((double)(i % 9 - n)); /* sets errno for some */
  return s == s;
}

int main(void) {
  int t, failures = 0;
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    source[i] = i * 7 % 13;
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      g[i][j] = h[i][j] = i * j % 11;
  for (t = 0; t < 6; t++) { /* totals, prefix sums, counters */
    int running = t;
    for (int i = 0; i < N; i++) {
      running += source[i];
      sums[i] = running;
    }
    for (int i = 0; i < N; i++)
      counts[sums[i] & 15]++;
    for (int i = 0; i < N; i++)
      source[i] = (source[i] + counts[i & 15]) % 17;
  }
  for (t = 0; t < 6; t++) { /* in place, row after row */
    for (int i = 1; i < M - 1; i++)
      for (int j = 1; j < M - 1; j++)
        g[i][j] =
            0.25 * (g[i - 1][j] + g[i][j - 1] + g[i][j + 1] + g[i + 1][j]);
  }
  for (t = 0; t < 5; t++) { /* rows of unequal length, private buffers */
    for (int i = 0; i < M; i++) {
      double buffer[M];
      for (int j = 0; j < i; j++)
        buffer[j] = h[i][j] * 0.5;
      for (int j = 0; j < i; j++)
        h[i][j] = buffer[i - 1 - j];
    }
    for (int i = 0; i < M; i++)
      rows[i] += collatz(i + t * 31 + 1);
  }
  for (t = 0; t < 4; t++) {
    for (int i = 0; i < N; i++)
      b[i] = a[i] * 1.5;
    for (int i = 1; i < N; i++)
      a[i] = b[i - 1] - t;
  }
  for (t = 0; t < 4; t++) {
    errno = 0;
    roots[t] = slow_root(t);
    failures += errno != 0;
  }
  printf("%d %d\n", t, failures);
  show("sums", sums, sizeof sums);
  show("counts", counts, sizeof counts);
  show("source", source, sizeof source);
  show("g", g, sizeof g);
  show("h", h, sizeof h);
  show("rows", rows, sizeof rows);
  show("a", a, sizeof a);
  show("roots", roots, sizeof roots);
  return 0;
}
