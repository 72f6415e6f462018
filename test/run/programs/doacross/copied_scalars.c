// SPDX-License-Identifier: Apache-2.0
//
// Scalars that tasks take along: read where the task begins and written back
// where it ends, also by chunks without iterations and by tasks whose
// assignment is under a condition that never holds again.
#include "../digest.h"

#define N 110
static double l[N][N], a[N][N];
static int out[4000], late[4000];

static void cholesky(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double s = (a[i][j] + a[j][i]) / 2;
      for (int k = 0; k < j; k++)
        s -= l[i][k] * l[j][k];
      l[i][j] = i == j ? s + 1 : s / l[j][j];
    }
}

/* The first loop assigns early on, the second one later. */
static unsigned inTurns(int n) {
  unsigned state = 1;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 40; j++)
      out[(i * 40 + j) % 4000] += j;
    for (int j = 0; j < 8; j++)
      if (i < 20)
        state = state * 3 + (unsigned)j;
    for (int j = 0; j < 8; j++)
      if (i > 40)
        state = state * 5 + (unsigned)j;
    for (int j = 0; j < 40; j++)
      late[(i * 40 + j) % 4000] ^= j + (i & 1 ? (int)(state >> 8) : 0);
  }
  return state;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 7 + j * 13) % 31 + (i == j ? 200 : 0);
  cholesky();
  show("l", l, sizeof l);
  printf("%u\n", inTurns(100));
  show("out", out, sizeof out);
  show("late", late, sizeof late);
  return 0;
}
