// SPDX-License-Identifier: Apache-2.0
//
// Recursive functions that work on the record behind a parameter: records of a
// table are independent if that is all they touch. Here are also those that
// reach another record: by steps, by exchanged parameters, by links, before the
// record, and past an array at its end.
#include "../digest.h"

#include <stdlib.h>

#define N 300

struct record {
  unsigned seen, found;
  unsigned row[8];
  unsigned char used[16];
  struct record *next;
};
static struct record table[N + 8];

static void count(struct record *r, unsigned depth, unsigned path) {
  r->seen++;
  r->row[path & 7] += path * depth;
  r->used[(path >> 2) & 15] ^= (unsigned char)(depth + 1);
  if (depth == 0) {
    r->found = r->found * 3 + path;
    return;
  }
  count(r, depth - 1, path * 2 + 1);
  if (r->row[depth & 7] % 3 != 0)
    count(r, depth - 1, path * 2);
}

/* Reaches the records behind. */
static void along(struct record *r, unsigned depth) {
  r->seen = r->seen * 5 + depth;
  if (depth > 0)
    along(r + 1, depth - 1);
}

/* The other one comes first in the call inside. */
static void both(struct record *a, struct record *b, unsigned depth) {
  a->found = a->found * 7 + depth;
  if (depth > 0)
    both(b, a, depth - 1);
}

static void linked(struct record *r, unsigned depth) {
  r->next->seen = r->next->seen * 3 + r->found + depth;
  if (depth > 0)
    linked(r, depth - 1);
}

static void moved(struct record *r, unsigned depth) {
  r += depth & 1;
  r->found = r->found * 5 + depth;
  if (depth > 0)
    moved(r, depth - 1);
}

static void before(struct record *r, unsigned depth) {
  r[-1].seen = r[-1].seen * 3 + r->seen;
  if (depth > 0)
    before(r, depth - 1);
}

/* Not a subscript of the array that is named. */
static void beyond(struct record *r, unsigned depth) {
  unsigned *place = (unsigned *)r + sizeof *r / sizeof(unsigned) * (depth & 1);
  *place = *place * 3 + depth;
  if (depth > 0)
    beyond(r, depth - 1);
}

struct tail {
  unsigned size;
  unsigned data[1];
};

/* More than one element, as programs did before C99. */
static void spread(struct tail *t, unsigned depth) {
  for (int k = 0; k < 4; k++)
    t->data[k] = t->data[k] * 3 + depth;
  if (depth > 0)
    spread(t, depth - 1);
}

static void two_rows(unsigned (*m)[4], int row, unsigned depth) {
  m[row][depth & 3] = m[row][depth & 3] * 3 + depth;
  if (depth > 0)
    two_rows(m, row, depth - 1);
}

static unsigned grid[N + 8][4];

static void reset(void) {
  for (int i = 0; i < N + 8; i++) {
    struct record *r = &table[i];
    r->seen = (unsigned)i % 17;
    r->found = (unsigned)i % 5;
    r->next = &table[i * 7 % (N + 8)];
    for (int k = 0; k < 8; k++)
      r->row[k] = (unsigned)(i + k);
    for (int k = 0; k < 16; k++)
      r->used[k] = (unsigned char)(i * k);
  }
}

static void report(const char *name) {
  static unsigned all[N + 8][26];
  for (int i = 0; i < N + 8; i++) {
    const struct record *r = &table[i];
    all[i][0] = r->seen;
    all[i][1] = r->found;
    for (int k = 0; k < 8; k++)
      all[i][2 + k] = r->row[k];
    for (int k = 0; k < 16; k++)
      all[i][10 + k] = r->used[k];
  }
  show(name, all, sizeof all);
}

int main(void) {
  reset();
  for (int i = 0; i < N; i++)
    count(&table[i], 6, (unsigned)i);
  report("count");
  reset();
  for (int i = 0; i < N; i++)
    along(&table[i], 3);
  report("along");
  reset();
  for (int i = 0; i < N; i++)
    both(&table[i], &table[i + 1], 5);
  report("both");
  reset();
  for (int i = 0; i < N; i++)
    linked(&table[i], 3);
  report("linked");
  reset();
  for (int i = 0; i < N; i++)
    moved(&table[i], 3);
  report("moved");
  reset();
  for (int i = 1; i < N; i++)
    before(&table[i], 2);
  report("before");
  reset();
  for (int i = 0; i < N; i++)
    beyond(&table[i], 3);
  report("beyond");
  unsigned *words = malloc((2 * N + 8) * sizeof *words);
  for (unsigned i = 0; i < 2 * N + 8; i++)
    words[i] = i;
  for (int i = 0; i < N; i++)
    spread((struct tail *)(words + 2 * i), 2);
  show("tails", words, (2 * N + 8) * sizeof *words);
  free(words);
  for (int i = 0; i < N + 8; i++)
    for (int k = 0; k < 4; k++)
      grid[i][k] = (unsigned)(i + k);
  for (int i = 0; i < N; i++)
    two_rows(&grid[i], 1, 5);
  show("rows", grid, sizeof grid);
  return 0;
}
