// SPDX-License-Identifier: Apache-2.0
//
// Pointers that the C library puts elsewhere: qsort, lsearch and getopt within
// a table, memmove over an element of which only the run knows. What stood
// first does no longer.
#define _GNU_SOURCE
#include "../digest.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 100000
static unsigned a[N], b[N], c[N];
static char first[N] = "prog", second[N] = "xx", third[N] = "-b";

static int down(const void *x, const void *y) {
  unsigned *const *p = x, *const *q = y;
  return (*p)[0] < (*q)[0] ? 1 : -1;
}

static int same(const void *x, const void *y) {
  return *(unsigned *const *)x != *(unsigned *const *)y;
}

static void reset(void) {
  for (int i = 0; i < N; i++) {
    a[i] = 1 + i % 7;
    b[i] = 2 + i % 11;
    c[i] = 3 + i % 13;
  }
}

/// If `to` is `b`, each iteration needs the one before.
static void run(const char *name, unsigned *to) {
  for (int i = 0; i < N - 1; i++)
    to[i + 1] = b[i] * 3 + (unsigned)i;
  show(name, a, sizeof a);
  show(name, b, sizeof b);
  show(name, c, sizeof c);
}

static void sorted(void) {
  reset();
  unsigned *table[2] = {a, b};
  qsort(table, 2, sizeof *table, down);
  run("qsort", table[0]);
}

static void found(void) {
  reset();
  unsigned *table[3] = {a, c, NULL}, *key = b;
  size_t n = 2;
  lsearch(&key, table, &n, sizeof *table, same);
  run("lsearch", table[2]);
}

static void dropped(int k) {
  reset();
  unsigned *table[3] = {a, b, c};
  memmove(&table[k], &table[k + 1], sizeof *table * (size_t)(2 - k));
  run("memmove", table[0]);
}

static void permuted(void) {
  char *table[4] = {first, second, third, NULL};
  while (getopt(3, table, "b") != -1) {
  }
  char *to = table[1];
  for (int i = 2; i < N - 1; i++)
    to[i + 1] = (char)(third[i] * 3 + i);
  show("getopt", second, sizeof second);
  show("getopt", third, sizeof third);
}

int main(int argc, char **argv) {
  (void)argv;
  sorted();
  found();
  dropped(argc - 1);
  permuted();
  return 0;
}
