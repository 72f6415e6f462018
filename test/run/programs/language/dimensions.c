// SPDX-License-Identifier: Apache-2.0
//
// Arrays of two to four dimensions, global, local, behind pointers to arrays.
#include "../digest.h"

static int t3[40][50][60];
static short t4[12][13][14][15];
static float rows[300][200];

static void fill(int (*plane)[60], int k) {
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 60; j++)
      plane[i][j] = k * i - j * (i & 3);
}

static void columns(float m[][200], int n) {
  for (int j = 0; j < 200; j++)
    for (int i = 1; i < n; i++)
      m[i][j] += m[i - 1][j] * 0.5f;
}

int main(void) {
  double local[30][40];
  for (int k = 0; k < 40; k++)
    fill(t3[k], k);
  for (int a = 0; a < 12; a++)
    for (int b = 0; b < 13; b++)
      for (int c = 0; c < 14; c++)
        for (int d = 0; d < 15; d++)
          t4[a][b][c][d] = (short)(t3[a][b][c] * d - (&t3[a][b][0])[c + d]);
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 200; j++)
      rows[i][j] = (float)(i * j % 17);
  columns(rows, 300);
  for (int k = 1; k < 40; k++)
    for (int i = 0; i < 50; i++)
      for (int j = 0; j < 60; j++)
        t3[k][i][j] ^= t3[k - 1][i][59 - j];
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 40; j++)
      local[i][j] = t3[j][i][j] / 3.0;
  show("t3", t3, sizeof t3);
  show("t4", t4, sizeof t4);
  show("rows", rows, sizeof rows);
  show("local", local, sizeof local);
  return 0;
}
