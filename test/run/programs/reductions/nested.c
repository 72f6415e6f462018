// SPDX-License-Identifier: Apache-2.0
//
// Reductions inside parallel loops, across two loops, of a global, in a region
// that runs many times.
#include "../digest.h"

#define N 300
static int m[N][N];
long grand;
static int norms[N];

static int row_max(int r) {
  int best = m[r][0];
  for (int j = 1; j < N; j++)
    if (m[r][j] > best)
      best = m[r][j];
  return best;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = (i * 31 + j * 17) % 257 - 100;
  for (int round = 0; round < 20; round++) {
    long total = 0;
    for (int i = 0; i < N; i++) {
      int s = 0;
      for (int j = 0; j < N; j++)
        s += m[i][j] * (j & 3);
      norms[i] = s;
    }
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        total += m[i][j];
    for (int i = 0; i < N; i++)
      grand += norms[i] + row_max(i);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        m[i][j] += (int)(total % 7) - (norms[j] & 1);
    printf("%ld %ld\n", total, grand);
  }
  show("m", m, sizeof m);
  return 0;
}
