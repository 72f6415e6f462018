// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w
//
// Reads that leave a member's array by a pointer, next to subscripts that do
// not: what a subscript is within holds of that subscript alone.
#include <stdio.h>
#include <stdlib.h>
struct pair {
  double mean[4];
  double tail[4];
};
struct list {
  long n;
  double at[1];
};
union cell {
  double one[2];
  double all[8];
};

__attribute__((noinline)) static void mixed(struct pair *g, long n) {
  double *flat = (double *)g;
  for (long c = 0; c < n; c++)
    for (long j = 0; j < 12; j++)
      g[c].mean[0] += j < 4 ? g[c].mean[j] : flat[8 * c + j];
}

__attribute__((noinline)) static void selected(struct pair *g, long n, long m) {
  double *flat = (double *)g;
  for (long c = 0; c < n; c++)
    for (long j = 0; j < m; j++)
      flat[8 * c + 4] =
          0.5 * flat[8 * c + 4] + (j < 4 ? g[c].mean[j] : flat[8 * c + j]);
}

__attribute__((noinline)) static void walked(struct pair *g, long n, long m) {
  for (long c = 0; c < n; c++) {
    double *p = g[c].mean, *end = &g[c].mean[4];
    for (long j = 0; j < m; j++)
      g[c].tail[1] += p[j] + end[j] + *(g[c].mean + j);
  }
}

__attribute__((noinline)) static void longer(char *buffer, long n, long m) {
  for (long c = 0; c < n; c++) {
    struct list *l = (struct list *)(buffer + 16 * c);
    for (long j = 0; j < m; j++)
      l->at[j] += 1 + 0.25 * l->at[0];
  }
}

__attribute__((noinline)) static void united(union cell *u, long n, long m) {
  for (long c = 0; c < n; c++)
    for (long j = 0; j < m; j++)
      u[c].all[7] = 0.5 * u[c].all[7] + u[c].one[j];
}

static double sum(const void *p, long n) {
  const double *x = p;
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * (double)(i % 7 + 1);
  return s;
}

int main(int argc, char **argv) {
  long n = 4000 + argc;
  double *a = malloc((8 * n + 16) * sizeof *a);
  for (long i = 0; i < 8 * n + 16; i++)
    a[i] = 1.0 / (i + 1);
  mixed((struct pair *)a, n);
  printf("%.17g\n", sum(a, 8 * n));
  selected((struct pair *)a, n, 13 * argc);
  printf("%.17g\n", sum(a, 8 * n));
  for (long i = 0; i < 8 * n; i++)
    a[i] = 1.0 / (i + 1);
  walked((struct pair *)a, n, 11 + argc);
  printf("%.17g\n", sum(a, 8 * n));
  for (long i = 0; i < 8 * n; i++)
    a[i] = 1.0 / (i + 1);
  longer((char *)a, n, 5 * argc);
  printf("%.17g\n", sum(a, 2 * n + 8));
  united((union cell *)a, n, 8 * argc);
  printf("%.17g\n", sum(a, 8 * n));
  return 0;
}
