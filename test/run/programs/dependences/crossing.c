// SPDX-License-Identifier: Apache-2.0
//
// Subscripts that meet somewhere in the middle, at one point, or by symmetry.
#include "../digest.h"

#define N 50000
static int a[2 * N + 10], m[300][300];

int main(void) {
  for (int i = 0; i < 2 * N + 10; i++)
    a[i] = i * 13 % 997;
  for (int i = 0; i < N; i++)
    a[i] = a[N - i] + 1;
  for (int i = 0; i < N; i++)
    a[2 * i] = a[i] + i;
  for (int i = 0; i < N; i++)
    a[2 * i + 1] = a[2 * i] - 1;
  for (int i = 0; i < N; i++)
    a[i] += a[777];
  for (int i = 0; i < N; i++)
    a[i + 5] = i == 100 ? a[N + 5] : a[i + N];
  for (int i = 3; i < N; i++)
    a[i * 2] = a[i * 2 - 6] ^ 1;
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      m[i][j] = i * 300 + j;
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      m[i][j] = m[j][i] + 1;
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      m[i][j] += m[i][299 - j] & 7;
  for (int i = 1; i < 300; i++)
    for (int j = 0; j < 299; j++)
      m[i][j] += m[i - 1][j + 1] >> 2;
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      m[(i + j) % 300][j] -= i;
  show("a", a, sizeof a);
  show("m", m, sizeof m);
  return 0;
}
