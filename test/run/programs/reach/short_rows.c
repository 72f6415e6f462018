// SPDX-License-Identifier: Apache-2.0
//
/* Short parallel loops inside long nests, without waits and with them. */
#include "../digest.h"

static double l[160][160], b[160][517], c[160][517];

static void forward(int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      for (int j = 0; j < m; j++)
        b[i][j] -= l[i][k] * b[k][j];
    for (int j = 0; j < m; j++)
      b[i][j] /= l[i][i];
  }
}

static void fixed(void) {
  for (int i = 159; i >= 0; i--) {
    for (int k = i + 1; k < 160; k++)
      for (int j = 0; j < 517; j++)
        b[i][j] -= l[k][i] * b[k][j];
    for (int j = 0; j < 517; j++)
      b[i][j] /= l[i][i];
  }
}

static void neighbours(void) {
  for (int i = 0; i < 160; i++)
    for (int k = 1; k < i; k++)
      for (int j = 1; j < 516; j++)
        c[k][j] -= l[i][k] * (c[k - 1][j - 1] + c[k - 1][j + 1]);
}

int main(void) {
  for (int i = 0; i < 160; i++) {
    for (int j = 0; j < 160; j++)
      l[i][j] = ((i * 3 + j * 7) % 17 - 8) / 999.0;
    l[i][i] = 1.0 + (i % 5) / 10.0;
    for (int j = 0; j < 517; j++)
      b[i][j] = c[i][j] = (i + 2 * j) % 31 - 15;
  }
  for (int n = 0; n < 4; n++)
    forward(n, 3 - n);
  forward(160, 517);
  show("forward", b, sizeof b);
  forward(70, 130);
  fixed();
  show("fixed", b, sizeof b);
  neighbours();
  show("neighbours", c, sizeof c);
  return 0;
}
