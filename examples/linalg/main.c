/* SPDX-License-Identifier: Apache-2.0
 *
 * linalg N [out.txt]: the product of a chain of four matrices, as a left and a
 * right half and these together; then the solution of a system with that
 * product plus a diagonal as its matrix. */
#include "linalg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state = 7;

static double next_random(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 33) / 2147483648.0 - 0.5;
}

static void fill(double *m, int count, double scale) {
  int i;

  for (i = 0; i < count; i++)
    m[i] = scale * next_random();
}

static void *allocation_failed(void) {
  fprintf(stderr, "linalg: out of memory\n");
  exit(1);
}

/* a (n x wide) b (wide x n) c (n x wide) d (wide x n) into `product` (n x n).
 */
static void multiply_chain(int n, int wide, const double *a, const double *b,
                           const double *c, const double *d, double *product) {
  double *left = malloc((size_t)n * n * sizeof *left);
  double *right = malloc((size_t)n * n * sizeof *right);

  if (!left || !right)
    allocation_failed();
  multiply(n, wide, n, a, b, left);
  multiply(n, wide, n, c, d, right);
  multiply(n, n, n, left, right, product);
  free(left);
  free(right);
}

static int write_vector(const char *path, const double *x, int n) {
  FILE *file = fopen(path, "w");
  int i, failed = 0;

  if (!file) {
    perror(path);
    return -1;
  }
  for (i = 0; i < n; i++)
    failed |= fprintf(file, "%.15g\n", x[i]) < 0;
  failed |= fclose(file) != 0;
  if (failed)
    fprintf(stderr, "%s: write error\n", path);
  return failed ? -1 : 0;
}

int main(int argc, char **argv) {
  double *a, *b, *c, *d, *product, *factored, *rhs, *x;
  double trace = 0.0;
  int n, wide, i, *pivot;
  size_t square;

  if (argc < 2 || argc > 3 || (n = atoi(argv[1])) < 2 || n > 20000) {
    fprintf(stderr, "usage: %s N [out.txt]\n", argv[0]);
    return 2;
  }
  wide = n + n / 2;
  square = (size_t)n * n * sizeof(double);
  a = malloc((size_t)n * wide * sizeof *a);
  b = malloc((size_t)n * wide * sizeof *b);
  c = malloc((size_t)n * wide * sizeof *c);
  d = malloc((size_t)n * wide * sizeof *d);
  product = malloc(square);
  factored = malloc(square);
  rhs = malloc((size_t)n * sizeof *rhs);
  x = malloc((size_t)n * sizeof *x);
  pivot = malloc((size_t)n * sizeof *pivot);
  if (!a || !b || !c || !d || !product || !factored || !rhs || !x || !pivot)
    allocation_failed();
  fill(a, n * wide, 1.0);
  fill(b, n * wide, 1.0);
  fill(c, n * wide, 1.0);
  fill(d, n * wide, 1.0);
  fill(rhs, n, 100.0);

  multiply_chain(n, wide, a, b, c, d, product);
  for (i = 0; i < n; i++) {
    product[i * n + i] += n;
    trace += product[i * n + i];
  }

  memcpy(factored, product, square);
  memcpy(x, rhs, (size_t)n * sizeof *x);
  if (lu_factor(n, factored, pivot) != 0) {
    fprintf(stderr, "linalg: singular matrix\n");
    return 1;
  }
  lu_solve(n, factored, pivot, x);
  printf("n = %d, trace %.9f, residual %.3e\n", n, trace,
         residual(n, product, x, rhs));
  if (argc == 3 && write_vector(argv[2], x, n) != 0)
    return 1;

  free(a);
  free(b);
  free(c);
  free(d);
  free(product);
  free(factored);
  free(rhs);
  free(x);
  free(pivot);
  return 0;
}
