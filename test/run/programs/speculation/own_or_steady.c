// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 4
//
// Pointers that lead to what an iteration has for itself or else to memory that
// was there before: such as the loop nowhere changes, and such as it does, by
// itself or by what it calls, in all or in some of its bytes.
#include <stdio.h>
#include <stdlib.h>

enum { N = 160, SIZE = 8 };

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

struct pair {
  int kept, changed;
  const int *list;
};

static int table[SIZE], filled[SIZE], passed[SIZE];
static struct pair pairs[SIZE];

static int read_steady(const int *from, int at) { return from[at % SIZE]; }
static int read_filled(const int *from, int at) { return from[at % SIZE]; }
static int read_passed(const int *from, int at) { return from[at % SIZE]; }
static int kept(const struct pair *p) { return p->kept + p->list[1]; }
static int changed(const struct pair *p) { return p->changed + p->list[2]; }

static void steady(int *out, int n) {
  for (int i = 0; i < n; i++) {
    int row[SIZE];
    for (int k = 0; k < SIZE; k++)
      row[k] = (int)(work((unsigned)(i + k), 20) % 97);
    for (int k = 0; k < SIZE; k++)
      out[i] += read_steady((i + k) % 3 ? row : table, k);
  }
}

/* Each iteration reads what the one before has left. */
static void own_or_filled(int *out, int n) {
  for (int i = 0; i < n; i++) {
    int row[SIZE];
    for (int k = 0; k < SIZE; k++)
      row[k] = (int)(work((unsigned)(i + k), 20) % 97);
    for (int k = 0; k < SIZE; k++)
      out[i] += read_filled((i + k) % 3 ? row : filled, k);
    filled[i % SIZE] = out[i] % 1009;
  }
}

static void put(int *to, int at, int value) { to[at % SIZE] = value; }

/* The table is changed by a function that also fills the row. */
static void by_call(int *out, int n) {
  for (int i = 0; i < n; i++) {
    int row[SIZE] = {0};
    for (int k = 0; k < SIZE; k++)
      put(row, k, (int)(work((unsigned)(i + k), 20) % 97));
    for (int k = 0; k < SIZE; k++)
      out[i] += read_passed((i + k) % 3 ? row : passed, k);
    if (i % 7 == 6)
      put(passed, out[i] & 255, out[i] % 1013);
  }
}

/* One member stays, and the pointer; the other does not. */
static void members(int *out, int n) {
  for (int i = 0; i < n; i++) {
    struct pair own = {i, i % 5, table};
    struct pair *p = i % 4 ? &own : &pairs[i % SIZE];
    out[i] = (int)(work((unsigned)i, 40) % 89);
    out[i] += kept(p) + changed(p);
    pairs[(i + 4) % SIZE].changed = out[i] % 31;
  }
}

static unsigned digest(const int *out, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31u + (unsigned)out[i];
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  int *out = calloc((size_t)n, sizeof *out);
  for (int i = 0; i < SIZE; i++) {
    table[i] = i * n;
    filled[i] = passed[i] = i;
    pairs[i] = (struct pair){i, 2 * i, filled};
  }
  steady(out, n);
  printf("%u\n", digest(out, n));
  own_or_filled(out, n);
  printf("%u\n", digest(out, n));
  by_call(out, n);
  printf("%u\n", digest(out, n));
  members(out, n);
  printf("%u\n", digest(out, n));
  free(out);
  return 0;
}
