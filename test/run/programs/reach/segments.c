// SPDX-License-Identifier: Apache-2.0
//
// Segments given by an array of their starts: in order, with empty ones, out of
// order; sparse matrix products with vectors that overlap or are one.
#include "../digest.h"

#include <stdlib.h>

// No task of a region of its caller: the call's own region uses all cores.
static volatile int goesOn = 1;
#define ALONE(call)                                                            \
  do {                                                                         \
    call;                                                                      \
    if (!goesOn)                                                               \
      return;                                                                  \
  } while (0)

#define N 500
#define NNZ 4000
static int starts[N + 2], columns[NNZ];
static double values[NNZ], x[2 * N], y[2 * N], filled[NNZ + 8];
static int ints[4 * NNZ];

static void fill(int n, double *to, const int *rp) {
  for (int i = 0; i < n; i++)
    for (int k = rp[i]; k < rp[i + 1]; k++)
      to[k] = i * 2 + k;
}

static void fillInts(int n, int *to, const int *rp) {
  for (int i = 0; i < n; i++)
    for (int k = rp[i]; k < rp[i + 1]; k++)
      to[k] = i;
}

static void product(int n, const int *rp, const int *ci, const double *v,
                    const double *from, double *to) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = rp[i]; k < rp[i + 1]; k++)
      sum += v[k] * from[ci[k]];
    to[i] = sum;
  }
}

static void accumulate(long n, const int *rp, const int *ci, const double *v,
                       const double *from, double *to) {
  for (long i = 0; i < n; i++)
    for (int k = rp[i]; k < rp[i + 1]; k++)
      to[i] += v[k] * from[ci[k]];
}

static void withWork(int n, const int *rp, double *to) {
  double work[64];
  for (int i = 0; i < n; i++) {
    int m = rp[i + 1] - rp[i];
    for (int k = 0; k < m && k < 64; k++)
      work[k] = i + k * 0.5;
    double sum = 0;
    for (int k = 0; k < m && k < 64; k++)
      sum += work[k];
    to[i] = sum;
  }
}

static void set(int kind) {
  for (int i = 0; i <= N; i++)
    starts[i] = kind == 1 ? i / 5 * 40 : kind == 2 ? NNZ - i * 8 : i * 8;
  if (kind == 3) { // one entry falls: two segments overlap
    starts[N / 2] += 60;
  } else if (kind == 4) { // the first is empty and lies elsewhere
    starts[0] = NNZ + 100000;
  } else if (kind == 5) { // by one element
    starts[N - 2] = starts[N - 1] + 1;
  }
  for (int k = 0; k < NNZ; k++) {
    columns[k] = k * 37 % N;
    values[k] = 1.0 / (k + 3);
    filled[k] = 0;
  }
  for (int i = 0; i < 2 * N; i++)
    x[i] = i % 7, y[i] = i % 3;
}

static void run(void) {
  for (int kind = 0; kind <= 5; kind++)
    for (int n = 0; n <= N; n = n < 20 ? n + 9 : n * 5) {
      ALONE(set(kind));
      ALONE(fill(n, filled, starts));
      ALONE(product(n, starts, columns, values, x, y));
      ALONE(accumulate(n, starts, columns, values, x, y + N / 2));
      ALONE(withWork(n, starts, x + N));
      show("filled", filled, sizeof filled);
      show("x", x, sizeof x);
      show("y", y, sizeof y);
    }
  for (int shift = 0; shift <= 2 * N; shift = shift ? shift * 2 : 1) {
    ALONE(set(0));
    ALONE(product(N, starts, columns, values, x, x + (shift < N ? shift : N)));
    ALONE(accumulate(N, starts, columns, values, x + (shift < N ? shift : N), x));
    show("one vector", x, sizeof x);
  }
  // The starts themselves are written.
  for (int shift = 0; shift < 3; shift++) {
    for (int i = 0; i < 4 * NNZ; i++)
      ints[i] = i < N + 1 ? i * 8 : 0;
    ALONE(fillInts(N, ints + N - 1 + shift, ints));
    show("starts", ints, sizeof ints);
  }
  ALONE(product(0, NULL, NULL, NULL, NULL, NULL));
}

int main(void) {
  run();
  return 0;
}
