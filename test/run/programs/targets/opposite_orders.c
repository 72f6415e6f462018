// SPDX-License-Identifier: Apache-2.0
//
// Loops that read an array from behind and write it from the front, each of
// which is a task of its own: gcc 12 forms addresses in them for AArch64 and
// ARM that it takes for no memory.
#include "../digest.h"

#define SIZE 700

static int from_behind[SIZE], grid[30][30];
static union {
  unsigned words[500];
  unsigned short halves[1000];
  unsigned char bytes[2000];
} parts;

int main(void) {
  for (int i = 0; i < SIZE; i++)
    from_behind[i] = i * 7;
  for (int i = 0; i < SIZE; i++)
    from_behind[i] += from_behind[SIZE - 1 - i] & 7;
  show("from_behind", from_behind, sizeof from_behind);
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      grid[i][j] = i * 30 + j;
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      grid[i][j] += grid[i][29 - j] & 7;
  show("grid", grid, sizeof grid);
  for (int i = 0; i < 500; i++)
    parts.words[i] = (unsigned)i;
  for (int i = 0; i < 400; i++)
    parts.bytes[4 * i + 1] = (unsigned char)parts.halves[i + 3];
  for (int i = 0; i < 900; i++)
    parts.halves[i] = (unsigned short)(parts.bytes[i] + i);
  show("parts", &parts, sizeof parts);
  return 0;
}
