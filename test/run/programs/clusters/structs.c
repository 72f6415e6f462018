/* SPDX-License-Identifier: Apache-2.0 */
/* Structures of 24 bytes, of which iterations change one member. */
#include <stdio.h>

struct point {
  long x, y;
  int mark;
};
static struct point points[2048];
static long shift[2048];

static __attribute__((noinline)) void move(long by) {
  for (int i = 0; i < 2048; i++) {
    points[i].x += by * points[i].mark;
    points[i].y ^= points[i].x + shift[i];
  }
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned long sum = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 2048; i++) {
      points[i].mark = (int)(next() % 13);
      points[i].y += i;
      shift[i] = (long)(next() % 77);
    }
    move(t + 2);
    for (int i = 0; i < 2048; i++)
      sum = sum * 31 + (unsigned long)(points[i].x + 3 * points[i].y);
    printf("%lu\n", sum);
  }
  return 0;
}
