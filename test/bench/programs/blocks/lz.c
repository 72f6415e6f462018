// SPDX-License-Identifier: Apache-2.0
// A Lempel-Ziv coder with a hash of the last places, a window that ends at the
// block, and one table for each block.
//
// SMALL: -DBLOCKS=3 -DBLOCK=900
//
// The blocks are independent; inside a block everything depends on what came
// before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BLOCK
#define BLOCKS 700
#define BLOCK 131072
#endif

enum { HashBits = 13, MinMatch = 4 };

static unsigned char text[BLOCKS][BLOCK];
static unsigned char packed[BLOCKS][BLOCK + BLOCK / 8 + 16];
static int size[BLOCKS];

static void write_text(void) {
  static const char *const words[] = {"loop ",  "core ",   "task ",
                                      "wait ",  "signal ", "region ",
                                      "chunk ", "the ",    "of "};
  for (int b = 0; b < BLOCKS; b++) {
    unsigned state = 100 + b;
    int i = 0;
    while (i < BLOCK) {
      state = state * 1664525u + 1013904223u;
      const char *w = words[(state >> 16) % 9];
      while (*w && i < BLOCK)
        text[b][i++] = (unsigned char)*w++;
      if ((state >> 8) % 5 == 0 && i < BLOCK)
        text[b][i++] = (unsigned char)('0' + (state >> 24) % 10);
    }
  }
}

static unsigned hash(const unsigned char *p) {
  unsigned v;
  memcpy(&v, p, sizeof v);
  return v * 2654435761u >> (32 - HashBits);
}

static int compress(const unsigned char *in, int n, unsigned char *out) {
  int last[1 << HashBits];
  for (int i = 0; i < 1 << HashBits; i++)
    last[i] = -1;
  int i = 0, k = 0;
  while (i < n) {
    int length = 0, distance = 0;
    if (i + MinMatch <= n) {
      unsigned h = hash(in + i);
      int candidate = last[h];
      last[h] = i;
      if (candidate >= 0 && i - candidate < 65536) {
        while (i + length < n && length < 255 &&
               in[candidate + length] == in[i + length])
          length++;
        distance = i - candidate;
      }
    }
    if (length >= MinMatch) {
      out[k++] = 255;
      out[k++] = (unsigned char)length;
      out[k++] = (unsigned char)(distance >> 8);
      out[k++] = (unsigned char)distance;
      i += length;
    } else
      out[k++] = in[i++];
  }
  return k;
}

int main(void) {
  write_text();
  for (int b = 0; b < BLOCKS; b++)
    size[b] = compress(text[b], BLOCK, packed[b]);
  long total = 0;
  unsigned sum = 0;
  for (int b = 0; b < BLOCKS; b++) {
    total += size[b];
    for (int i = 0; i < size[b]; i += 97)
      sum = sum * 31 + packed[b][i];
  }
  printf("%ld of %ld bytes, sum %08x\n", total, (long)BLOCKS * BLOCK, sum);
  return 0;
}
