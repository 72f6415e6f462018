// SPDX-License-Identifier: Apache-2.0
//
// Rows whose width is a number in the text, `m[i * W + j]`, and bounds that are
// not: where they go beyond a row, what iterations do to the next row has to
// keep its order.
#include <stdio.h>
#include <string.h>

enum { W = 64, ROWS = 500, ALL = ROWS * W };
static double m[ALL], block[ROWS / 4 * 25 * 5];
static unsigned table[ALL];
static unsigned char bytes[ALL];
struct cell {
  int key;
  short part[6];
};
static struct cell cells[ROWS * 8];

static void fill(void) {
  for (int i = 0; i < ALL; i++) {
    m[i] = i % 97 * 0.25;
    table[i] = (unsigned)i % 89;
    bytes[i] = (unsigned char)(i % 83);
  }
  for (int i = 0; i < ROWS * 8; i++) {
    cells[i].key = i % 31;
    for (int k = 0; k < 6; k++)
      cells[i].part[k] = (short)(i % 13 + k);
  }
  for (int i = 0; i < ROWS / 4; i++)
    for (int j = 0; j < 25 * 5; j++)
      block[i * 25 * 5 + j] = (i + j * 3) % 17;
}

static unsigned long bits(double x) {
  unsigned long result;
  memcpy(&result, &x, sizeof result);
  return result;
}

static void print(const char *name) {
  unsigned long h = 1;
  for (int i = 0; i < ALL; i++)
    h = (h ^ bits(m[i]) ^ table[i] ^ bytes[i]) * 1099511628211u;
  for (int i = 0; i < ROWS * 8; i++)
    for (int k = 0; k < 6; k++)
      h = (h ^ (unsigned long)(cells[i].key + cells[i].part[k])) * 31;
  for (int i = 0; i < ROWS / 4 * 25 * 5; i++)
    h = (h ^ bits(block[i])) * 1099511628211u;
  printf("%s %lu\n", name, h);
}

/// 64 is all of a row; 65 takes the first of the next.
static void rows(int n, int w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      m[i * W + j] = m[i * W + j] * 0.5 + i - j;
}

/// Begins before the row where `from` is negative.
static void parts(int n, int from, int to) {
  for (int i = 2; i < n; i++)
    for (int j = from; j < to; j++)
      table[i * W + j] = table[i * W + j] * 3 + (unsigned)i;
}

static void backwards(int n, int w) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = w - 1; j >= 0; j--)
      table[(n - 1 - i) * W + j] +=
          table[(n - 1 - i) * W + j] * 2 + (unsigned)i;
}

/// The left neighbour of a row's first is the last of the row before.
static void neighbours(int n, int from, int w) {
  for (int i = 1; i < n; i++)
    for (int j = from; j < w; j++)
      m[i * W + j] = m[i * W + j - 1] * 0.5 + m[i * W + j + 1];
}

static void mixed(int n, int w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++) {
      unsigned four;
      memcpy(&four, bytes + i * 16 + j, sizeof four);
      four = four * 5 + (unsigned)i;
      memcpy(bytes + i * 16 + j, &four, sizeof four);
    }
}

static void members(int n, int w, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      cells[i * 8 + j].part[k] =
          (short)(cells[i * 8 + j].part[k] * 3 + cells[i * 8 + j].key);
}

static void step(double *p, const double *q, int count) {
  for (int k = 0; k < count; k++)
    p[k] = p[k] * 0.5 + q[k];
}

/// More than five numbers are those of the next row; all in one block.
static void calls(int n, int w, int count) {
  for (int j = 0; j < w; j++)
    for (int i = 1; i < n; i++)
      step(block + (i * 25 + j) * 5, block + ((i - 1) * 25 + j) * 5, count);
}

static void planes(int n, int h, int w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < h; j++)
      for (int k = 0; k < w; k++)
        m[i * 16 * 8 + j * 8 + k] = m[i * 16 * 8 + j * 8 + k] * 0.5 + i;
}

int main(void) {
  static const int widths[] = {0, 1, 40, 63, 64, 65, 66, 128, 130};
  for (unsigned t = 0; t < sizeof widths / sizeof *widths; t++) {
    int w = widths[t];
    printf("%d\n", w);
    fill();
    rows(ROWS - 3, w);
    print("rows");
    parts(ROWS - 3, 0, w);
    parts(ROWS - 3, -1, w);
    parts(ROWS - 3, w / 2, w);
    parts(ROWS - 3, -w / 2, 64 - w / 2);
    print("parts");
    backwards(ROWS - 3, w);
    print("backwards");
    neighbours(ROWS - 3, 0, w);
    neighbours(ROWS - 3, 1, w - 1);
    print("neighbours");
    mixed(ROWS, w / 4);
    mixed(ROWS, w / 5);
    print("mixed");
    members(ROWS - 20, w / 8, 5);
    members(ROWS - 20, w / 7, 0);
    print("members");
    calls(ROWS / 4 - 3, w / 3, 5);
    calls(ROWS / 4 - 3, w / 3, 4 + (w & 3));
    print("calls");
    planes(ROWS / 4, w / 4, w / 8);
    planes(ROWS / 4, w / 5, w / 6);
    print("planes");
  }
  return 0;
}
