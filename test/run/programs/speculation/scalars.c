// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 4
//
// Variables of the function around: what is left in them, types of iterators,
// steps, narrow and unsigned ones, loops that end in a child.
#include "../digest.h"
#include <stdint.h>

enum { N = 200 };
static long out[N + 8];
static short narrow[N];
static unsigned char small[N];

static int work(int n) {
  unsigned s = (unsigned)n;
  for (int i = 0; i < 200; i++)
    s = s * 5 + (s >> 7) + (unsigned)i;
  return (int)(s & 0xffff);
}

static void left(int n) {
  int i, last = -1, seen = -5, j;
  long twice = 0;
  for (i = 3; i < n; i += 2) {
    last = work(i);
    if (last % 3 == 0)
      seen = i;
    for (j = 0; j < last % 5; j++)
      twice += j;
    out[i] = last;
  }
  printf("left %d %d %d %ld\n", i, last, seen, twice);
}
static void down(int n) {
  int i;
  for (i = n - 1; i >= 0; i--) {
    int s = 0;
    for (int k = 0; k < i % 7; k++)
      s += work(k);
    out[i] = s + i;
  }
  printf("down %d\n", i);
}
static void unsignedOnes(size_t n) {
  uint8_t b = 0;
  for (size_t i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; k < 3; k++)
      s += work((int)i + k);
    narrow[i] += (short)s;
    small[i % 50] += (unsigned char)s;
    small[100 + i % 3]++;
    b ^= (uint8_t)s;
    --narrow[i];
  }
  printf("unsigned %d\n", b);
}
static void characters(void) {
  signed char c;
  long sum = 0;
  for (c = -100; c < 100; c++) {
    for (int k = 0; k < 4; k++)
      sum = sum + work(c + k);
    out[c + 100] = (int)c * 3;
  }
  printf("characters %d %ld\n", c, sum);
}
/* Arrays and structures of the function's own. */
static void aggregates(int n) {
  struct pair {
    int a, b;
  };
  int grid[N], count = 0;
  static long kept[N];
  const int scale = 3;
  struct { double x, y; } point[N];
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; k < i % 9; k++)
      s += work(k) * scale;
    grid[i] = s;
    kept[i] = s * 2L;
    point[i].x = s / 2.0;
    point[i].y = -s;
    count += s > 1000;
  }
  show("grid", grid, sizeof grid);
  show("kept", kept, sizeof kept);
  show("point", point, sizeof point);
  printf("aggregates %d\n", count);
}

int main(void) {
  left(N);
  left(3);
  left(0);
  down(N);
  down(1);
  unsignedOnes(N);
  characters();
  aggregates(N);
  show("out", out, sizeof out);
  show("narrow", narrow, sizeof narrow);
  show("small", small, sizeof small);
  return 0;
}
