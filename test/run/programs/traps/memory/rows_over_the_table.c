// SPDX-License-Identifier: Apache-2.0
//
// Rows of characters, one of which is the table of the rows: writing it changes
// where later rows lie.
#include "../../digest.h"
#include <string.h>
enum { R = 96, C = sizeof(char *) };
static char cells[2 * R][C];
static char *table[R];
static void copy(char **to, char (*by)[C], int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < C; j++)
      to[i][j] = by[i][j];
}
int main(void) {
  static char by[R][C];
  for (int turn = 0; turn < 3; turn++) {
    for (int i = 0; i < R; i++) {
      table[i] = cells[i];
      memset(by[i], i + turn, C);
    }
    if (turn) { /* row 20 is the table's entry 70 (or 10) */
      char *other = cells[R + turn];
      table[20] = (char *)&table[turn == 1 ? 70 : 10];
      memcpy(by[20], &other, sizeof other);
    }
    copy(table, by, R);
    show("cells", cells, sizeof cells);
  }
  return 0;
}
