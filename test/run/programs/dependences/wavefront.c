// SPDX-License-Identifier: Apache-2.0
//
// Each cell needs its neighbours above and to the left.
#include "../digest.h"

#define N 400
static int w[N][N], diagonal[N][N];
static double g[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      w[i][j] = i == 0 || j == 0 ? i + j : 0;
      g[i][j] = (i * 13 + j * 7) % 31;
    }
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      w[i][j] = (w[i - 1][j] + w[i][j - 1] + w[i - 1][j - 1] * 3) & 0xffff;
  for (int s = 0; s < 2 * N - 1; s++)
    for (int i = s < N ? 0 : s - N + 1; i <= s && i < N; i++)
      diagonal[i][s - i] =
          (i && s - i ? diagonal[i - 1][s - i - 1] : s) + w[i][s - i];
  for (int i = N - 2; i >= 0; i--)
    for (int j = 0; j < N - 1; j++)
      g[i][j] = 0.25 * (g[i + 1][j] + g[i][j + 1] + g[i][j]) + 0.1;
  show("w", w, sizeof w);
  show("diagonal", diagonal, sizeof diagonal);
  show("g", g, sizeof g);
  return 0;
}
