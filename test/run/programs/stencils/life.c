// SPDX-License-Identifier: Apache-2.0
//
// A game of life on a torus: subscripts with %, char cells, a count each turn.
#include "../digest.h"

#define W 160
#define H 120
static char board[2][H][W];

int main(void) {
  int current = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      board[0][y][x] = (x * 7 + y * 13 + x * y) % 5 < 2;
  for (int turn = 0; turn < 30; turn++) {
    int alive = 0;
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
              n += board[current][(y + dy + H) % H][(x + dx + W) % W];
        board[!current][y][x] =
            (char)(n == 3 || (n == 2 && board[current][y][x]));
      }
    current = !current;
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        alive += board[current][y][x];
    printf("%d ", alive);
  }
  printf("\n");
  show("board", board, sizeof board);
  return 0;
}
