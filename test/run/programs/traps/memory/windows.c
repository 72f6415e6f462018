// SPDX-License-Identifier: Apache-2.0
//
// Tables over windows from -r to r whose rows fit, overlap by one, or are
// narrower by far; blocks that are placed closer than they are wide; records
// written at steps shorter than they are.
#include "../../digest.h"

#include <stdlib.h>
#include <string.h>

#define N 4096

static unsigned table[N];
static unsigned char image[N];

struct item {
  int key, more[3];
};

static void window(unsigned *t, int r, int size) {
  for (int j = -r; j <= r; j++)
    for (int i = -r; i <= r; i++)
      t[(j + r) * size + i + r] =
          t[(j + r) * size + i + r] * 3 + (unsigned)(i + 100 * j);
}

static void shifted(unsigned *t, int n, int m, int s, int size) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      t[j * size + i + s] = t[j * size + i + s] * 5 + (unsigned)(i - j);
}

// Two windows of one table, one beside the other.
static void two(unsigned *t, int r, int q, int size) {
  for (int j = -r; j <= r; j++)
    for (int i = -r; i <= r; i++) {
      t[(j + r) * size + i + r] += (unsigned)i;
      t[(j + r) * size + i + q] *= 3;
    }
}

static void blocks(unsigned char *to, int rows, int columns, int apart,
                   int stride) {
  for (int by = 0; by < rows; by++)
    for (int bx = 0; bx < columns; bx++)
      for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
          to[(by * apart + y) * stride + bx * apart + x] =
              (unsigned char)(to[(by * apart + y) * stride + bx * apart + x] *
                                  3 +
                              by * 16 + bx + x);
}

static void steps(char *to, int n, long step) {
  for (int i = 0; i < n; i++) {
    struct item one = {i, {i + 1, i + 2, i + 3}};
    memcpy(to + step * i, &one, sizeof one);
  }
}

static void records(char *to, int n) {
  for (int i = 0; i < n; i++) {
    struct item one = {i, {i * 3, i * 5, i * 7}};
    memcpy(to + 12L * i, &one, sizeof one);
  }
}

static void downward(struct item *at, int n) {
  for (int i = n; i > 2; i -= 3) {
    at[i].key += at[i - 3].more[1];
    at[i].more[0] = at[i - 1].key + at[i - 2].key;
    at[i - 1].more[2] = i;
  }
}

static void reset(void) {
  for (int i = 0; i < N; i++) {
    table[i] = (unsigned)i * 7 + 1;
    image[i] = (unsigned char)(i * 5);
  }
}

int main(void) {
  static const int sizes[] = {31, 30, 16, 3, 1, 0, -31};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    reset();
    window(table + 1000, 15, sizes[k]);
    window(table + 1000, -3, sizes[k]);
    show("window", table, sizeof table);
    reset();
    shifted(table + 1000, 30, 31, 40, sizes[k]);
    show("shifted", table, sizeof table);
    reset();
    two(table + 1000, 15, 15 + (int)k, sizes[k]);
    two(table + 1000, 15, 46, 62);
    show("two", table, sizeof table);
  }
  for (int apart = 8; apart >= 6; apart--) {
    reset();
    blocks(image, 6, 7, apart, 64);
    blocks(image, 6, 7, apart, 50);
    show("blocks", image, sizeof image);
  }
  for (long step = 17; step >= 14; step--) {
    reset();
    steps((char *)table, 200, step);
    show("steps", table, sizeof table);
  }
  reset();
  records((char *)table, 300);
  show("records", table, sizeof table);
  reset();
  downward((struct item *)table, 900);
  show("downward", table, sizeof table);
  return 0;
}
