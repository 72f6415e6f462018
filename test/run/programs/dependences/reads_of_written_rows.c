// SPDX-License-Identifier: Apache-2.0
//
// Work rows that each iteration writes up to a length and then reads where data
// says: within what was written, so that each chunk may have its own, or in
// what is left from before.
#include "../digest.h"

#include <stdlib.h>

#define ROWS 40
#define N 50

static double out[ROWS];
static int where[N + 10];

static void fill_where(int modulus) {
  for (int k = 0; k < N; k++)
    where[k] = k * 7 % modulus;
}

/* All indices below n, or some at n and beyond: then they are read as the block
   was left before, and by the iteration before. */
static void gather(double *row, int n, const char *name) {
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < n; k++)
      row[k] = i * 3 + k;
    double sum = 0;
    for (int k = 0; k < N; k++)
      sum += row[where[k]] * (k + 1);
    out[i] = sum;
  }
  show(name, out, sizeof out);
}

/* What no loop of an iteration writes, its end does. */
static void gather_left(double *row, int n, const char *name) {
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < n; k++)
      row[k] = i * 3 + k;
    double sum = 0;
    for (int k = 0; k < N; k++)
      sum += row[where[k]] * (k + 1);
    out[i] = sum;
    row[n + 2] = sum;
  }
  show(name, out, sizeof out);
}

/* With n = 0 the first element is the iteration's before. */
static void first(double *row, int n, const char *name) {
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < n; k++)
      row[k] = i + k;
    out[i] = row[0];
    if (n > 3)
      row[0] = out[i] * 2;
    else
      row[0] += i * n + 1;
  }
  show(name, out, sizeof out);
}

/* Before what is written. */
static void shifted(double *row, int n, int by, const char *name) {
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < n; k++)
      row[k] = i * 5 + k;
    double sum = 0;
    for (int k = 0; k < N; k++)
      sum += row[where[k] - by] * (k + 1);
    out[i] = sum;
    row[-1] = sum;
  }
  show(name, out, sizeof out);
}

/* As far as the iteration says. */
static void shrinking(double *row, const char *name) {
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < N - i; k++)
      row[k] = i * 3 + k;
    double sum = 0;
    for (int k = 0; k < N; k++)
      sum += row[where[k]] * (k + 1);
    out[i] = sum;
  }
  show(name, out, sizeof out);
}

/* Arrays of known extent: all of it written, or not the last byte. */
static void block(int last, int used, const char *name) {
  unsigned char bytes[64] = {0};
  unsigned long hash[ROWS];
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < 16; k++) {
      bytes[4 * k] = (unsigned char)(i + k);
      bytes[4 * k + 1] = (unsigned char)(i * k);
      bytes[4 * k + 2] = (unsigned char)(i ^ k);
      if (k < last)
        bytes[4 * k + 3] = (unsigned char)(i - k);
    }
    hash[i] = 0;
    for (int k = 0; k < used; k++)
      hash[i] = hash[i] * 31 + bytes[k];
    bytes[63] ^= (unsigned char)i;
  }
  show(name, hash, sizeof hash);
}

/* Read as far as an argument says, which can be no more than there is. */
static void whole(int used, const char *name) {
  unsigned char bytes[64] = {0};
  unsigned long hash[ROWS];
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < 16; k++) {
      bytes[4 * k] = (unsigned char)(i + k);
      bytes[4 * k + 1] = (unsigned char)(i * k);
      bytes[4 * k + 2] = (unsigned char)(i ^ k);
      bytes[4 * k + 3] = (unsigned char)(i - k);
    }
    hash[i] = 0;
    for (int k = 0; k < used; k++)
      hash[i] = hash[i] * 31 + bytes[k];
  }
  show(name, hash, sizeof hash);
}

/* More behind the structure than its type says. */
struct list {
  int size;
  int items[];
};

static void behind(const char *name) {
  static struct list numbers = {4, {5, 6, 7, 8}};
  int sums[ROWS];
  for (int i = 0; i < ROWS; i++) {
    numbers.size = i % 4;
    sums[i] = 0;
    for (int k = 0; k <= numbers.size; k++)
      sums[i] += numbers.items[k] * i;
  }
  show(name, sums, sizeof sums);
}

int main(int argc, char **argv) {
  (void)argv;
  double *block_of_rows = calloc(2 * N + 20, sizeof *block_of_rows);
  if (!block_of_rows)
    return 1;
  double *row = block_of_rows + 1;
  for (int k = 0; k < 2 * N + 10; k++)
    row[k] = k * 11;
  fill_where(30);
  gather(row, 30, "inside");
  gather(row, 24, "beyond");
  gather_left(row, 30, "inside, left");
  gather_left(row, 24, "beyond, left");
  first(row, 10, "first of ten");
  first(row, argc, "first of one");
  first(row, argc - 1, "first of none");
  shifted(row, 40, 0, "not shifted");
  shifted(row, 40, argc, "shifted");
  shrinking(row, "shrinking");
  whole(64, "whole");
  whole(argc * 40, "part of it");
  block(16, 64, "whole block");
  block(15, 64, "not the last");
  block(15, 63, "not read");
  behind("behind");
  free(block_of_rows);
  return 0;
}
