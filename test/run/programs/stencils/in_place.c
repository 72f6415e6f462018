// SPDX-License-Identifier: Apache-2.0
//
// Gauss-Seidel (order matters), red-black (it does not within a colour), one
// dimension with a rolling window.
#include "../digest.h"

#define N 180
static double g[N][N];
static int line[50000];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      g[i][j] = i == 0 ? 100 : j % 9;
  for (int t = 0; t < 15; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        g[i][j] =
            0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
  show("gauss", g, sizeof g);
  for (int t = 0; t < 15; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int i = 1; i < N - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < N - 1; j += 2)
          g[i][j] =
              0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
  show("redblack", g, sizeof g);
  for (int i = 0; i < 50000; i++)
    line[i] = i * 37 % 1001;
  for (int t = 0; t < 10; t++) {
    int left = line[0];
    for (int i = 1; i < 49999; i++) {
      int here = line[i];
      line[i] = (left + here + line[i + 1]) / 3;
      left = here;
    }
  }
  show("line", line, sizeof line);
  return 0;
}
