// SPDX-License-Identifier: Apache-2.0
//
/* All pairs' shortest ways: in step k row k is read by all iterations and may
   be written by its own, with negative circles also changed on the way. */
#include "../digest.h"

static int d[150][150], via[150][150];

static void fill(int n, int least) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned h = (unsigned)(i * 7919 + j) * 2654435761u;
      d[i][j] = (h >> 16) % 100 < 20 ? least + (int)(h % 1000u) : 1 << 28;
      via[i][j] = -1;
    }
}

static void shortest(int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      int first = d[i][k];
      if (first >= 1 << 28)
        continue;
      for (int j = 0; j < n; j++)
        if (first + d[k][j] < d[i][j]) {
          d[i][j] = first + d[k][j];
          via[i][j] = k;
        }
    }
}

/* Row k itself changes: the rows before it use the old one, those behind it
   the new one. */
static void changing(int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = (d[i][j] * 3 + d[k][j] + i) % 10007;
}

static void two(int n, int m) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[k][j] + via[m][j] < d[i][j])
          d[i][j] = d[k][j] + via[m][j];
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    fill(n, 1);
    shortest(n);
  }
  fill(150, 1);
  shortest(150);
  show("d", d, sizeof d);
  show("via", via, sizeof via);
  fill(23, -3);
  shortest(23);
  show("negative", d, sizeof d);
  fill(121, -500);
  changing(121);
  show("changing", d, sizeof d);
  two(90, 7);
  show("two", d, sizeof d);
  return 0;
}
