// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 2
//
// Updates of records, some of which are read soon after, by the same iteration
// or by one now and then: by statements that update others, too; by two
// statements that update one place; in functions that are called.
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, STEPS = 40 };

struct cell {
  long seen;
  double weight;
  unsigned mix;
};

struct work {
  int stack[STEPS];
  int top;
  long calls, all, odd;
  double mean;
  unsigned digest;
  long histogram[16];
};

static int compute(struct work *w, unsigned x) {
  w->top = 0;
  for (int k = 0; k < STEPS; k++) {
    if (w->top > 1 && (x >> k % 30) % 3 == 0)
      w->top -= 1;
    w->stack[w->top++] = (int)(x >> (k % 16) & 1023);
    x = x * 1664525u + 1013904223u;
  }
  w->calls++;
  return w->stack[w->top - 1];
}

/// Of the cell that the caller reads, and of sums that nobody does.
static void count(long *place, long by) { *place += by; }

static void note(struct work *w, struct cell *c, int value) {
  c->seen++;
  c->seen += value & 1;
  c->weight += value * 0.25;
  c->mix ^= (unsigned)value;
  count(&w->all, value);
  count(&c->seen, 2);
  w->histogram[value & 15]++;
  w->mean += 1.0 / (1 + value);
}

static long own(struct work *w, struct cell *cells) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    struct cell *c = &cells[i];
    note(w, c, compute(w, (unsigned)i * 2654435761u));
    if (c->seen > 5)
      sum += c->seen;
    cells[i].weight = c->weight / 2 + (double)(c->mix % 8);
  }
  return sum;
}

/// Each 50th looks at what all have counted.
static long seldom(struct work *w, struct cell *cells) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    int value = compute(w, (unsigned)i * 40503u + 7);
    note(w, &cells[i * 7 % N], value);
    w->odd += value % 2;
    if (i % 50 == 49)
      cells[i].seen += w->histogram[3] + w->odd;
    sum += value > 1000;
  }
  return sum;
}

/// Cells that iterations share.
static long shared(struct work *w, struct cell *cells) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    int value = compute(w, (unsigned)i * 22695477u + 1);
    struct cell *c = &cells[value % 40];
    note(w, c, value);
    if (value % 13 == 0)
      sum += c->seen * 3 + (long)c->weight;
    c->mix |= 64;
  }
  return sum;
}

int main(void) {
  struct work *w = calloc(1, sizeof *w);
  struct cell *cells = calloc(N, sizeof *cells);
  if (!w || !cells)
    return 1;
  for (int round = 0; round < 6; round++) {
    long sum = own(w, cells);
    sum += seldom(w, cells) * 3 + shared(w, cells) * 7;
    printf("%ld %ld %ld %ld %.17g\n", sum, w->calls, w->all, w->odd, w->mean);
  }
  for (int i = 0; i < N; i++)
    printf("%ld %.17g %u\n", cells[i].seen, cells[i].weight, cells[i].mix);
  for (int i = 0; i < 16; i++)
    printf("%ld\n", w->histogram[i]);
  free(cells);
  free(w);
  return 0;
}
