// SPDX-License-Identifier: Apache-2.0
//
// Loops over numbers without a sign that begin or end beyond what a signed one
// holds, and iterators whose type is asked for.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define N 400
static double x[N][N], y[N][N], c[N][N];

/* `from` may be SIZE_MAX: no iteration. */
__attribute__((noinline)) static void rows(size_t from, size_t n) {
  for (size_t i = from; i < n; i++) {
    double s = 0;
    for (int j = 0; j < N; j++) {
      s = s * .7 + x[i][j];
      c[i][j] = s;
    }
  }
}

__attribute__((noinline)) static void products(size_t from, size_t m, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 1;
      for (size_t k = from; k < m; k++)
        s += x[i][k] * y[j][k];
      c[i][j] = s;
    }
}

/* Both ends are. */
__attribute__((noinline)) static void high(size_t b, size_t n) {
  for (size_t i = b; i < n; i++) {
    double s = 0;
    for (int j = 0; j < N; j++) {
      s = s * .7 + x[i - b][j];
      c[i - b][j] = s;
    }
  }
}

__attribute__((noinline)) static void typed(size_t n, size_t m) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double s = 0;
      for (size_t k = 0; k < m; k++)
        s += x[i][k] * y[k][j] *
             _Generic((__typeof__(k) *)0, size_t *: 1.0, default: 2.0);
      c[i][j] = s;
    }
}

__attribute__((noinline)) static void copied(size_t n, size_t m) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double s = 0;
      for (size_t k = 0; k < m; k++) {
        __typeof__(k) t = k;
        t++;
        s += x[i][k] * y[k][j] * (double)t;
      }
      c[i][j] = s;
    }
}

static void show(const char *what) {
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      s = s * .999 + c[i][j];
      c[i][j] = 0;
    }
  printf("%s %.17g\n", what, s);
}

int main(int argc, char **argv) {
  (void)argv;
  const size_t n = (size_t)(N + 1 - argc);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      x[i][j] = (i * 7 + j) % 11;
      y[i][j] = (i + j * 3) % 13;
    }
  rows((size_t)-argc, n);
  rows(3, n);
  show("rows");
  products((size_t)-argc, n, N);
  show("none");
  products(5, n, N);
  show("products");
  high(SIZE_MAX - 350, SIZE_MAX - 3);
  show("highest");
  high((size_t)INT64_MAX - 350, (size_t)INT64_MAX - 3);
  show("high");
  high((size_t)INT64_MAX - 9, (size_t)INT64_MAX + 10);
  show("across");
  typed(n, n - 7);
  show("typed");
  copied(n, n - 7);
  show("copied");
  return 0;
}
