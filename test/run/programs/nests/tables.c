// SPDX-License-Identifier: Apache-2.0
//
// What nests read across memory, where a copy in another order may stand for it
// and where it may not: a copy that is made too early, of too much, or of what
// changes would show.
// HOCKETCC: --always-transform -ffp-contract=off
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define N 40
#define K 24
struct Rows {
  int rows, cols;
  double *v;
};
struct Point {
  short tag;
  float v[K];
  int w;
};
static double a[N][K], b[N][K], c[N][N];
static float f[N][K];
static struct Point points[N];
static int mask[N], passes;

/* Nothing may be read behind it. */
static double *atEnd(size_t n) {
  size_t page = 4096, bytes = (n * sizeof(double) + page - 1) / page * page;
  char *p = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p + bytes, page, PROT_NONE) != 0)
    exit(1);
  return (double *)(p + bytes) - n;
}
static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++) {
      a[i][k] = (i * 7 + k * 3) % 11 / 7.0 - 0.6;
      b[i][k] = (i + 5 * k) % 13 / 3.0 - 2;
      f[i][k] = (float)((3 * i + k) % 17) / 3.0f;
      points[i].v[k] = (float)((i * k) % 19) / 5.0f;
    }
    points[i].w = i % 5;
    points[i].tag = (short)(i % 3);
    mask[i] = i % 3 != 1 && i < N - 1;
  }
  memset(c, 0, sizeof c);
}
static void say(const char *what) {
  double s = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      s = s * 0.99 + c[i][j];
    for (int k = 0; k < K; k++)
      s = s * 0.99 + a[i][k] + b[i][k] * 0.5 + f[i][k];
  }
  printf("%s %.17g\n", what, s);
}
static const double *row(const struct Rows *m, int i) {
  return m->v + (size_t)i * m->cols;
}
/* The lower half, by pointers to rows. */
static void gram(const struct Rows *m, int n) {
  for (int i = 0; i < n; i++) {
    const double *x = row(m, i);
    for (int j = 0; j <= i; j++) {
      const double *y = row(m, j);
      double s = 0;
      for (int k = 0; k < m->cols; k++)
        s += x[k] * y[k];
      c[i][j] = s;
    }
  }
}
/* The same memory is read and written, in other iterations, */
static void inPlace(int n, int d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < d; k++)
        s += a[i][k] * b[j][k];
      b[j][i % d] = s * 0.01;
    }
}
/* in the same one, */
static void forgotten(int n, int d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = c[i][j];
      for (int k = 0; k < d; k++) {
        b[j][k] = k * 0.25 - j;
        s += a[i][k] * b[j][k];
      }
      c[i][j] = s;
    }
}
/* or in what another pointer may lead to. */
__attribute__((noinline)) static void linear(double *y, const double *x,
                                             const double *w, long n, long in,
                                             long out) {
  for (long i = 0; i < n; i++)
    for (long o = 0; o < out; o++) {
      double s = 0;
      for (long k = 0; k < in; k++)
        s += x[i * in + k] * w[o * in + k];
      y[i * out + o] = s;
    }
}
/* A triangle that ends where memory does. */
__attribute__((noinline)) static void triangle(const double *w, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n - j; k++)
        s += a[i][k] * w[j * n + k];
      c[i][j] = s;
    }
}
/* Not all rows are there. */
__attribute__((noinline)) static void masked(const double *w, int n, int d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < d; k++)
        s += mask[j] ? a[i][k] * w[j * d + k] : 0.5;
      for (int k = 0; k < d; k++)
        if (mask[j])
          s -= b[i][k] * w[j * d + k];
      c[i][j] = s;
    }
}
/* Not from 0, backwards, with gaps, without a sign. */
static void bounds(int low, int high, size_t from, size_t to) {
  for (int i = 0; i < N; i++)
    for (int j = high - 1; j >= low; j--) {
      float s = 0;
      for (size_t k = from; k < to; k++)
        s += f[i][k] * f[j][k];
      c[i][j] += s;
    }
  for (int i = 0; i < N; i++)
    for (int j = low; j < high; j += 2) {
      double s = 1;
      for (int k = (int)to - 1; k > (int)from; k -= 3)
        s += a[i][k] * b[j][k];
      c[j][i] -= s;
    }
}
/* Members, and an iterator that is asked for afterwards. */
static int members(int n) {
  int j = 0;
  for (int i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < K; k++)
        s += points[i].v[k] * points[j].v[k] + (float)points[j].w;
      c[i][j] = s + points[j].tag;
    }
  return j;
}
/* A subscript that does more. */
static void counted(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < K; k++)
        s += a[i][k] * b[(passes++, j)][k];
      c[i][j] = s;
    }
}

int main(int argc, char **argv) {
  int n = N - argc + 1;
  struct Rows m = {n, K, atEnd((size_t)n * K)};
  for (int i = 0; i < n * K; i++)
    m.v[i] = i % 23 / 4.0 - 3;
  fill();
  gram(&m, n);
  say("gram");
  gram(&m, 0);
  inPlace(n, K);
  say("in place");
  forgotten(n, K);
  say("forgotten");
  double *y = malloc(2 * N * N * sizeof *y);
  for (int i = 0; i < 2 * N * N; i++)
    y[i] = i % 29 / 8.0;
  linear(&c[0][0], &a[0][0], &b[0][0], n, K, N);
  say("apart");
  linear(y, y + N * N / 2, y + K, 20, K, 20);
  linear(y + 7, y, y + N * N, 20, K, 20);
  linear(&c[0][0], NULL, NULL, 0, K, N);
  linear(&c[0][0], &a[0][0], NULL, n, K, 0);
  linear(&c[0][0], NULL, NULL, n, 0, N);
  for (int i = 0; i < 2 * N * N; i++)
    c[i % N][i / N % N] += y[i];
  say("overlapping");
  double *w = atEnd(20 * 20 - 19);
  for (int i = 0; i < 20 * 20 - 19; i++)
    w[i] = i % 31 / 5.0;
  triangle(w, 20);
  say("triangle");
  w = atEnd((size_t)(N - 1) * K);
  for (int i = 0; i < (N - 1) * K; i++)
    w[i] = i % 37 / 5.0;
  masked(w, N, K);
  say("masked");
  bounds(3, 31, 2, 21);
  bounds(7, 7, 5, 20);
  bounds(9, 30, 20, 5);
  say("bounds");
  printf("%d\n", members(n));
  say("members");
  b[3][4] = NAN;
  f[5][6] = NAN;
  counted(n);
  int nans = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      nans += isnan(c[i][j]) != 0;
  printf("%d %d\n", passes, nans);
  return 0;
}
