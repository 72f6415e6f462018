// SPDX-License-Identifier: Apache-2.0
// Two arrays of pointers to rows, behind members: different ones, exchanged
// ones, one twice, one that begins within the other, and two with rows in
// common.
#include "../../digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { height = 96, width = 40 };

struct tables {
  unsigned **from, **to;
};

static unsigned **newTable(void) {
  unsigned **t = malloc((height + 1) * sizeof *t);
  for (int y = 0; y <= height; y++) {
    t[y] = malloc(width * sizeof **t);
    for (int x = 0; x < width; x++)
      t[y][x] = (unsigned)(y * 31 + x * 7);
  }
  return t;
}

/// Takes longer for the first rows: others overtake them.
static unsigned work(int y) {
  unsigned h = (unsigned)y;
  for (int k = 0; k < (y < height / 2 ? 4000 : 4); k++)
    h = h * 1664525u + 1013904223u;
  return h >> 30;
}

static void __attribute__((noinline)) sameRow(struct tables *t) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      t->to[y][x] = t->to[y][x] * 3 + t->from[y][x] + (x ? 0 : work(y));
}

static void __attribute__((noinline)) rowBefore(struct tables *t) {
  for (int y = 1; y < height; y++) {
    unsigned w = work(y);
    for (int x = 0; x < width; x++)
      t->to[y][x] = t->from[y - 1][x] * 5 + w;
  }
}

static void __attribute__((noinline)) rowBehind(struct tables *t) {
  for (int y = 0; y < height - 1; y++) {
    unsigned w = work(y);
    for (int x = 0; x < width; x++)
      t->to[y][x] = t->from[y + 1][x] * 5 + w;
  }
}

static void __attribute__((noinline)) all(struct tables *t, const char *name) {
  unsigned h = 0;
  for (int round = 0; round < 3; round++) {
    sameRow(t);
    rowBefore(t);
    unsigned **other = t->from;
    t->from = t->to;
    t->to = other;
    rowBehind(t);
  }
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      h = h * 31 + t->from[y][x] * 3 + t->to[y][x];
  printf("%s %u\n", name, h);
}

// Rows that both have: pointers are copied from one to the other.
static void __attribute__((noinline)) sharedRows(struct tables *t) {
  for (int y = 1; y < height; y++) {
    unsigned w = work(y);
    for (int x = 0; x < width; x++)
      t->to[y][x] = t->from[y - 1][x] * 5 + w;
  }
}
static void shared(void) {
  struct tables t;
  t.from = malloc(height * sizeof *t.from);
  t.to = malloc(height * sizeof *t.to);
  for (int y = 0; y < height; y++)
    t.from[y] = calloc(width, sizeof **t.from);
  for (int y = 0; y < height; y++)
    t.to[y] = t.from[y];
  for (int x = 0; x < width; x++)
    t.from[0][x] = (unsigned)x;
  sharedRows(&t);
  for (int y = 0; y < height; y++)
    printf("%u ", t.to[y][y % width]);
  printf("\n");
}

// The one begins within the other.
static void __attribute__((noinline)) shiftedRows(struct tables *t) {
  for (int y = 1; y < height; y++) {
    unsigned w = work(y);
    for (int x = 0; x < width; x++)
      t->to[y][x] = t->from[y][x] * 5 + w;
  }
}
static void shifted(void) {
  struct tables t;
  t.from = malloc((height + 1) * sizeof *t.from);
  for (int y = 0; y <= height; y++)
    t.from[y] = calloc(width, sizeof **t.from);
  t.to = t.from + 1;
  for (int x = 0; x < width; x++)
    t.from[1][x] = (unsigned)x;
  shiftedRows(&t);
  for (int y = 0; y < height; y++)
    printf("%u ", t.to[y][y % width]);
  printf("\n");
}

int main(int argc, char **argv) {
  (void)argv;
  struct tables t = {newTable(), newTable()};
  all(&t, "two");
  t.to = t.from;
  all(&t, "one twice");
  struct tables *other = argc > 1 ? NULL : &t;
  other->to = newTable();
  all(other, "two again");
  shared();
  shifted();
}
