// SPDX-License-Identifier: Apache-2.0
//
// Blocks that are encoded behind pointers: whether the rooms are large enough,
// and apart from what is read, is known on entry alone.
//
// REGIONS: 3
#include "../digest.h"

#include <string.h>

enum { Block = 90, Most = 40 };

static unsigned char memory[3][4 * Most * Block];
static int size[Most + 1];

static int runs(const unsigned char *in, int n, unsigned char *out) {
  int k = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && run < 255 && in[i + run] == in[i])
      run++;
    out[k++] = (unsigned char)run;
    out[k++] = in[i];
    i += run;
  }
  return k;
}

static void fixed(const unsigned char *from, unsigned char *to, int *length,
                  int blocks) {
  for (int b = 0; b < blocks; b++)
    length[b] = runs(from + b * Block, Block, to + b * 2 * Block);
}

static void rooms(const unsigned char *from, unsigned char *to, int *length,
                  int blocks, int room) {
  for (int b = 0; b < blocks; b++)
    length[b] = runs(from + b * Block, Block, to + b * room);
}

static void lengths(const unsigned char *from, unsigned char *to, int *length,
                    int blocks, int n) {
  for (int b = 0; b < blocks; b++)
    length[b] = runs(from + b * n, n, to + b * 2 * n);
}

static void fill(void) {
  for (volatile int m = 0; m < 3; m++)
    for (volatile unsigned i = 0; i < sizeof memory[0]; i++)
      memory[m][i] = (unsigned char)(i / 3 * (7u + (unsigned)m) >> 5 & 3);
  memset(size, 0, sizeof size);
}

static void result(const char *name) {
  printf("%s ", name);
  show("memory", memory, sizeof memory);
  show("size", size, sizeof size);
}

int main(void) {
  static const int blocks[] = {0, 1, 2, 9, Most};
  static const int room[] = {2 * Block, 2 * Block + 1, 2 * Block - 1, 30, 0,
                             3 * Block};
  static const int n[] = {0, 1, 2, 31, Block, -1};
  /* Into other memory, the same, and parts of it; rooms before the source. */
  static const int from[] = {0, 0, 0, 0}, to[] = {1, 0, 0, 0},
                   start[] = {0, 0, 2 * Block + 1, 300};
  for (volatile int c = 0; c < 4; c++)
    for (volatile int i = 0; i < 5; i++) {
      const unsigned char *in = memory[from[c]];
      unsigned char *out = memory[to[c]] + start[c];
      int most = c < 2 ? blocks[i] : blocks[i] / 2;
      fill();
      fixed(in, out, size, most);
      result("fixed");
      fixed(out, memory[0], size, most);
      result("back");
      for (volatile int r = 0; r < 6; r++) {
        fill();
        rooms(in, out, size, most, room[r]);
        result("rooms");
        fill();
        lengths(in, out, size, most, n[r]);
        result("lengths");
      }
    }
  return 0;
}
