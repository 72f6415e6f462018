// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 8
//
// Memory that each iteration has for itself, on the stack and on the heap, and
// such as looks like it: variables of functions that are still running, blocks
// that one iteration leaves and another finds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120 };

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

/* Rows of callers, one below the other: each iteration's own. */
static int walk(const int *row, unsigned x, int depth) {
  int next[6], least = 1000;
  for (int i = 0; i < 6; i++)
    next[i] = row[i] + (int)(x >> i & 3) + (i ? next[i - 1] % 3 : 0);
  for (int i = 0; i < 6; i++)
    least = next[i] < least ? next[i] : least;
  return depth ? walk(next, x * 5u + 1u, depth - 1) : least;
}

static void rows(int *out, int n) {
  for (int i = 0; i < n; i++) {
    int first[6] = {i % 5, 1, 2, 3, 4, 5};
    out[i] = walk(first, work((unsigned)i, 30), 4);
  }
}

/* A row of a function that is running, from one iteration to the next. */
static void into(int *row, int n) {
  for (int i = 0; i < n; i++)
    row[i % 4] += (int)(work((unsigned)(i + row[(i + 1) % 4]), 30) % 9);
}

static int of_caller(int n) {
  int row[4] = {0};
  into(row, n);
  return row[0] + 3 * row[1] + 5 * row[2] + 7 * row[3];
}

/* A variable of the loop's body, which the loop below it changes. */
static int below(int *above, int n, int depth) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int here = i;
    if (above)
      *above = *above * 3 % 101 + (int)(work((unsigned)i, 30) % 7);
    if (depth && i % 8 == 0)
      sum += below(&here, n / 4, depth - 1);
    sum += here;
  }
  return sum;
}

/* The same by way of another function. */
static int other_below(int *above, int n, int depth);
static int between(int *above, int depth) {
  return other_below(above, 12, depth - 1);
}
static int other_below(int *above, int n, int depth) {
  int mine = 1;
  for (int i = 0; i < n; i++) {
    *above = *above * 3 % 101 + (int)(work((unsigned)i, 30) % 7);
    if (depth && i % 16 == 3)
      mine += between(&mine, depth);
  }
  return mine + *above;
}

struct cell {
  struct cell *next;
  int value, sum;
};

static struct cell *new_cell(int value, struct cell *next) {
  struct cell *c = malloc(sizeof *c);
  c->value = value;
  c->sum = 0;
  c->next = next;
  return c;
}

/* Lists that each iteration builds and drops. */
static void lists(int *out, int n) {
  struct cell *all;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    int sum = 0;
    all = NULL;
    for (int k = 0; k < 5; k++)
      all = new_cell((int)(x >> k & 31), all);
    for (struct cell *c = all; c; c = c->next)
      c->sum = c->value + (c->next ? c->next->value : 1);
    while (all) {
      struct cell *next = all->next;
      sum = sum * 7 % 1009 + all->sum;
      free(all);
      all = next;
    }
    out[i] = sum;
  }
}

/* One cell in eight stays, and the next iterations change it. */
static struct cell *kept;

static int keeps(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct cell *c = new_cell((int)(x % 50), kept);
    if (c->next)
      c->next->sum += c->value;
    if (x % 8 == 1)
      kept = c;
    else
      free(c);
  }
  int sum = 0;
  for (struct cell *c = kept; c; c = c->next)
    sum = sum * 3 % 10007 + c->sum + c->value;
  return sum;
}

/* A buffer that the first iteration allocates. */
static int at_first(int n) {
  int *buffer = NULL;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    if (!buffer)
      buffer = calloc(4, sizeof *buffer);
    buffer[x % 4] += (int)(x % 3) + buffer[x >> 2 & 3] % 2;
  }
  for (int k = 0; k < 4; k++)
    sum = sum * 11 + buffer[k];
  free(buffer);
  return sum;
}

/* Blocks behind an own one, and one that is not. */
struct bag {
  int *numbers;
  struct cell *cell;
};

static int bags(struct cell *common, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct bag *bag = malloc(sizeof *bag);
    bag->numbers = calloc(4, sizeof *bag->numbers);
    bag->cell = x % 4 ? new_cell(3, NULL) : common;
    bag->numbers[x % 4] += (int)(x % 10);
    bag->cell->sum = bag->cell->sum * 5 % 997 + bag->numbers[i % 4] + 1;
    sum += bag->cell->sum % 4;
    free(bag->numbers);
    if (bag->cell != common)
      free(bag->cell);
    free(bag);
  }
  return sum;
}

/* A pool: what one iteration has given back the next one finds as it is. */
static struct cell *pool;

static struct cell *take(void) {
  struct cell *c = pool;
  if (c)
    pool = c->next;
  else
    c = calloc(1, sizeof *c);
  return c;
}

static void give(struct cell *c) {
  c->next = pool;
  pool = c;
}

static int pooled(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct cell *a = take(), *b = take();
    a->value = a->value * 3 % 101 + (int)(x % 5);
    b->sum += a->value;
    sum += b->sum % 7;
    give(x % 2 ? a : b);
    give(x % 2 ? b : a);
  }
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  int *out = calloc((size_t)n, sizeof *out);
  unsigned sum = 0;
  rows(out, n);
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)out[i];
  lists(out, n);
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)out[i];
  int above = 1;
  printf("%u %d %d %d\n", sum, of_caller(n), below(NULL, n, 2),
         other_below(&above, n, 2));
  struct cell common = {NULL, 0, 1};
  printf("%d %d %d %d %d\n", keeps(n), at_first(n), bags(&common, n),
         common.sum, pooled(n));
  return 0;
}
