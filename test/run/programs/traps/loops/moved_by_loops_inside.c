// SPDX-License-Identifier: Apache-2.0
//
// Variables that all iterations of a loop inside move together: by as many
// steps as it runs, which may be none, and may not be known.
#include "../../digest.h"

#include <stdlib.h>

static unsigned char image[9000];
static int list[3000];

static unsigned char tone(int x, int y) {
  return (unsigned char)((x * 7 + y * 13) ^ (x >> 2));
}

static unsigned char *pixels(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      *p++ = tone(x, y);
      *p++ = tone(y, x);
      *p++ = tone(x, x);
    }
  return p;
}

/* One of them is left out now and then. */
static unsigned char *skipping(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (tone(x, y) & 1)
        continue;
      *p++ = tone(x, y);
    }
  return p;
}
static unsigned char *conditional(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (x != 3)
        *p++ = tone(x, y);
  return p;
}
static unsigned char *leaving(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      *p++ = tone(x, y);
      if (p - image > 700)
        break;
    }
  return p;
}
static unsigned char *someRows(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++) {
    if (y % 3 == 1)
      continue;
    for (int x = 0; x < w; x++)
      *p++ = tone(x, y);
  }
  return p;
}

/* The loop inside may run not at all: then all rows are one place. */
static unsigned char *marked(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++) {
    *p ^= (unsigned char)(*p * 5 + y);
    for (int x = 0; x < w; x++)
      *p++ += tone(x, y);
  }
  return p;
}
static unsigned char *withEnds(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      *p++ = tone(x, y);
    *p++ = '\n';
  }
  return p;
}
/* Back over the whole row. */
static unsigned char *backAgain(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      *p++ += tone(x, y);
    p -= w;
  }
  return p;
}
static unsigned char *moreOrLess(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      *p++ += tone(x, y);
    p += w;
  }
  return p;
}

/* The bound changes. */
static unsigned char *growing(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      *p++ = tone(x, y);
    if (y == 7)
      w++;
  }
  return p;
}
static unsigned char *triangle(int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < y; x++)
      *p++ = tone(x, y);
  return p;
}
static unsigned char *onwards(int w, int h, unsigned char *p) {
  int x = 0;
  for (int y = 0; y < h; y++)
    for (; x < w; x++)
      *p++ = tone(x, y);
  return p;
}
static unsigned char *fromOne(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w; x++)
      *p++ = tone(x, y);
  return p;
}
static unsigned char *upTo(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x <= w; x++)
      *p++ = tone(x, y);
  return p;
}
static unsigned char *byTwo(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x += 2)
      *p++ = tone(x, y);
  return p;
}
static unsigned char *blocks(int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int b = 0; b < 4; b++)
      for (int c = 0; c < 3; c++)
        *p++ = tone(b + c, y);
  return p;
}
static unsigned char *three(int w, int h, unsigned char *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++)
        *p++ = tone(x + c, y);
  return p;
}
static int numbered(int w, int h) {
  int k = 5;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      list[k++] += x * 100 + y;
  return k;
}
static unsigned narrow(unsigned char w, int h) {
  unsigned k = 0;
  for (int y = 0; y < h; y++)
    for (unsigned char x = 0; x < w; x++)
      list[k++] ^= x + y;
  return k;
}
static unsigned char *bothWays(int w, int h, unsigned char *p) {
  unsigned char *q = p + w * h;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      *p++ = *--q ^ tone(x, y);
  return p;
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 19, h = 41, none = w - 19, less = w - 22;
  int widths[] = {w, none, less};
#define TEST(f, ...)                                                           \
  do {                                                                         \
    long at = f(__VA_ARGS__, image + 64) - image;                              \
    printf(#f " %ld ", at);                                                    \
    show("", image, sizeof image);                                             \
  } while (0)
  for (int k = 0; k < 3; k++) {
    int v = widths[k];
    TEST(pixels, v, h);
    TEST(skipping, v, h);
    TEST(conditional, v, h);
    TEST(leaving, v, h);
    TEST(someRows, v, h);
    TEST(marked, v, h);
    TEST(withEnds, v, h);
    if (v >= 0)
      TEST(backAgain, v, h);
    TEST(moreOrLess, v, v < 0 ? 5 : h);
    TEST(growing, v, h);
    TEST(onwards, v, h);
    TEST(fromOne, v, h);
    TEST(upTo, v, h);
    TEST(byTwo, v, h);
    TEST(three, v, h);
    TEST(bothWays, v < 0 ? 0 : v, h);
    printf("%d %u ", numbered(v, h), narrow((unsigned char)(v & 31), h));
    show("list", list, sizeof list);
  }
  TEST(triangle, h);
  TEST(blocks, h);
  return 0;
}
