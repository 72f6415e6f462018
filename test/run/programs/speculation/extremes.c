// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 3
//
// The largest and smallest so far with where they were, behind pointers and in
// the loop's own function, of work that shares a record: which of two equal
// ones comes first is told.
#include "../digest.h"
#include <stdlib.h>

enum { N = 900, STEPS = 30 };

struct work {
  int stack[STEPS];
  int top;
};

struct best {
  double most, least;
  long count, at_most, at_least;
  unsigned widest;
  float first;
};

static double compute(struct work *w, int seed) {
  unsigned x = (unsigned)seed * 2654435761u;
  w->top = 0;
  for (int k = 0; k < STEPS; k++) {
    if (w->top > 1 && (x >> k) % 3 == 0)
      w->top -= 1;
    w->stack[w->top++] = (int)(x >> (k % 16) & 1023);
    x = x * 1664525u + 1013904223u;
  }
  return w->stack[w->top - 1] / 4 * 0.5;
}

static void note(struct best *b, double value, long at, unsigned width) {
  b->count++;
  if (value > b->most) {
    b->most = value;
    b->at_most = at;
  }
  if (b->least >= value) {
    b->least = value;
    b->at_least = at;
  }
  if (width * 3 > b->widest)
    b->widest = width * 3;
  if (b->first < (float)value)
    b->first = (float)value - 1;
}

static long behind(struct work *w, struct best *b, int from) {
  int deepest = 0;
  long last = -1;
  for (int i = 0; i < N; i++) {
    double value = compute(w, i * 7 + from);
    note(b, value, i, (unsigned)w->top);
    if (w->top > deepest) {
      deepest = w->top;
      last = i;
    }
  }
  return last * 100 + deepest;
}

/// Ends where enough has been seen.
static int until(struct work *w, struct best *b, int from) {
  int i;
  for (i = 0; i < N; i++) {
    note(b, compute(w, i + from), i, 1);
    if (b->most > 127)
      break;
  }
  return i;
}

static struct best direct(struct work *w, int from) {
  struct best b = {.least = 1e9};
  double far = 0;
  for (int i = 0; i < N; i++) {
    double value = compute(w, i * 3 + from);
    if (value > far)
      far = value;
    if (far < b.least)
      b.least = far;
    b.most += value;
  }
  b.first = (float)far;
  return b;
}

int main(void) {
  struct work *w = calloc(1, sizeof *w);
  struct best b = {-1, 1e9, 0, -1, -1, 0, 0}, all[3] = {{0}};
  long sum = 0;
  if (!w)
    return 1;
  for (int round = 0; round < 12; round++) {
    sum = sum * 3 % 100003 + behind(w, &b, round * 100000);
    if (round % 4 == 3)
      b.most = -1;
    sum += until(w, &b, round * 31);
    all[round % 3] = direct(w, round * 77);
    sum += (long)(all[round % 3].most + all[round % 3].first);
  }
  printf("%ld %g %g %ld %ld %ld %u %g\n", sum, b.most, b.least, b.count,
         b.at_most, b.at_least, b.widest, (double)b.first);
  free(w);
  return 0;
}
