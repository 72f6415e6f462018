// SPDX-License-Identifier: Apache-2.0
//
// Triangles, reversed loops, strides, two iterators, empty bodies.
#include "../digest.h"

#define N 400
static int m[N][N], up[N * N], strided[10 * N];

int main(void) {
  int i, j, count = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j <= i; j++)
      m[i][j] = i * 1000 + j;
  for (i = 0; i < N; i++)
    for (j = i + 1; j < N; j++)
      m[i][j] = m[j][i] - 1;
  for (i = N - 1; i >= 0; i--)
    for (j = N - 1; j >= i; j--)
      up[i * N + j] = m[i][j] ^ m[j][i];
  for (i = 0; i < 10 * N; i += 3)
    strided[i] = i;
  for (i = 10 * N - 1; i > 0; i -= 7)
    strided[i] -= i * 2;
  for (i = 1; i < 10 * N; i *= 2)
    strided[i] += 5, count++;
  for (i = 0, j = 10 * N - 1; i < j; i++, j--) {
    int t = strided[i];
    strided[i] = strided[j];
    strided[j] = t;
  }
  for (i = 0; i < 10 * N && strided[i] != -1; i++)
    ;
  printf("%d %d %d\n", count, i, j);
  for (i = N / 2 - 1; i != N; i++)
    for (j = (i & 1 ? 0 : N - 1); i & 1 ? j < N : j >= 0; j += i & 1 ? 1 : -1)
      m[i][j] += j;
  for (i = 5; i <= N - 5; i += 5)
    for (j = i - 5; j < i + 5; j += 2)
      m[i][j] = -m[i][j];
  show("m", m, sizeof m);
  show("up", up, sizeof up);
  show("strided", strided, sizeof strided);
  return 0;
}
