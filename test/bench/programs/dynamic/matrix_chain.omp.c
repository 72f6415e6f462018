// SPDX-License-Identifier: Apache-2.0
// The best order of multiplying a chain of matrices, for every part of the
// chain, by length of the part.
//
// SMALL: -DN=60
//
// Parts of one length are independent; there are fewer the longer they are.
#include <stdio.h>

#ifndef N
#define N 1500
#endif

static long cost[N][N];
static int split[N][N];
static long extent[N + 1];

static void solve(void) {
#pragma omp parallel
  for (int length = 2; length <= N; length++)
#pragma omp for schedule(static)
    for (int i = 0; i <= N - length; i++) {
      int j = i + length - 1;
      long best = -1;
      int at = i;
      for (int k = i; k < j; k++) {
        long c = cost[i][k] + cost[k + 1][j] +
                 extent[i] * extent[k + 1] * extent[j + 1];
        if (best < 0 || c < best) {
          best = c;
          at = k;
        }
      }
      cost[i][j] = best;
      split[i][j] = at;
    }
}

static int depth(int i, int j) {
  if (i == j)
    return 0;
  int left = depth(i, split[i][j]), right = depth(split[i][j] + 1, j);
  return 1 + (left > right ? left : right);
}

int main(void) {
  unsigned state = 17;
  for (int i = 0; i <= N; i++) {
    state = state * 1664525u + 1013904223u;
    extent[i] = 10 + (state >> 20) % 90;
  }
  solve();
  printf("cost %ld, depth %d, first split %d\n", cost[0][N - 1],
         depth(0, N - 1), split[0][N - 1]);
  return 0;
}
