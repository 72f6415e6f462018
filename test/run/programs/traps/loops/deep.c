// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Wavefronts, closures, triangular and butterfly subscripts.
#include <stdio.h>
static unsigned g[40][40], h2[40][40], v[1600];
int main(void) {
  int n = 40;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g[i][j] = (unsigned)(i * j);
  for (int t = 0; t < 6; t++) {
    unsigned(*src)[40] = t & 1 ? h2 : g, (*dst)[40] = t & 1 ? g : h2;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        dst[i][j] =
            src[i - 1][j] + src[i + 1][j] + src[i][j - 1] + src[i][j + 1];
    for (int i = 0; i < n; i++) {
      dst[i][0] = src[i][n - 1];
      dst[0][i] = src[n - 1][i];
    }
  }
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      g[i][j] += g[i - 1][j] + g[i][j - 1];
  for (int d = 0; d < 2 * n - 1; d++)
    for (int i = d < n ? 0 : d - n + 1; i <= (d < n ? d : n - 1); i++)
      h2[i][d - i] += g[d - i][i] + (i ? h2[i - 1][d - i] : 0);
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (g[i][j] > g[i][k] + g[k][j])
          g[i][j] = g[i][k] + g[k][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      v[i * (i + 1) / 2 + j] = g[i][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      v[i * n + j] += v[j * n + i];
  for (int s = n * n / 2; s > 0; s /= 2)
    for (int i = 0; i < s; i++)
      v[i] += v[i + s];
  for (int s = 1; s < 1024; s <<= 1)
    for (int i = 0; i + s < 1024; i += 2 * s)
      v[i] ^= v[i + s];
  for (int s = 1; s < 1024; s <<= 1)
    for (int i = 0; i < 1024; i++)
      if (!(i & s)) {
        unsigned x = v[i], y = v[i | s];
        v[i] = x + y;
        v[i | s] = x - y;
      }
  unsigned h = 0;
  for (int i = 0; i < 1600; i++)
    h = h * 31 + v[i] + (&g[0][0])[i] + 3 * (&h2[0][0])[i];
  printf("%u\n", h);
  return 0;
}
