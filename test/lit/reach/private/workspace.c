// Work buffers behind pointers in a record: each chunk has a copy of the record
// whose pointers lead to copies of the buffers.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --no-speculation --cores=2 -fno-hocket-whole-program --emit=%t.d %s -o %t
// RUN: cat %t.d/*.c | %FileCheck %s --check-prefix=TEXT
#include <stdio.h>
#include <stdlib.h>

struct work {
  int n;
  double *a, *b;
  int used;
};
static double in[4000][1000], out[4000];
static double *kept;

static void halves(const double *x, struct work *w) {
  w->used = 0;
  for (int j = 0; j < w->n; j++) {
    w->a[j] = x[j] / 2;
    w->used++;
  }
  for (int j = 0; j < w->n; j++)
    w->b[j] = w->a[w->n - 1 - j] * w->used;
}

static double sum(const struct work *w) {
  double s = 0;
  for (int j = 0; j < w->n; j++)
    s += w->b[j];
  return s;
}

static void pointer(struct work *w, int rows) {
  // CHECK: [[#@LINE+2]]:3 pointer: doall
  // CHECK: private '*w' lastprivate allocated copied links 8 16
  for (int i = 0; i < rows; i++) {
    halves(in[i], w);
    out[i] += sum(w);
  }
}

static void variable(int rows, int n) {
  struct work w = {n, malloc(n * sizeof(double)), malloc(n * sizeof(double)), 0};
  // CHECK: [[#@LINE+2]]:3 variable: doall
  // CHECK: private 'w' {{.*}}copied links 8 16
  for (int i = 0; i < rows; i++) {
    halves(in[i], &w);
    out[i] += sum(&w);
  }
  free(w.a);
  free(w.b);
}

/* An iteration reads what the one before has counted. */
static void counts(struct work *w, int rows) {
  // CHECK: [[#@LINE+1]]:3 counts: {{sequential|pipeline}}
  for (int i = 0; i < rows; i++) {
    w->used += i & 1;
    for (int j = 0; j < w->n; j++)
      w->a[j] = in[i][j] + w->used;
    for (int j = 0; j < w->n; j++)
      out[i] += w->a[w->n - 1 - j];
  }
}

/* A buffer's address is kept. */
static void keeps(struct work *w, int rows) {
  // CHECK: [[#@LINE+1]]:3 keeps: sequential
  for (int i = 0; i < rows; i++) {
    halves(in[i], w);
    kept = w->b;
    out[i] += sum(w);
  }
}

/* The record is read where nobody knows. */
static void elsewhere(struct work *w, const int *at, int rows) {
  // CHECK: [[#@LINE+1]]:3 elsewhere: {{sequential|pipeline}}
  for (int i = 0; i < rows; i++) {
    halves(in[i], w);
    out[i] += sum(w) + ((int *)w)[at[i]];
  }
}

// TEXT: hk_relinked(
// TEXT-SAME: hk_copied_in(
// TEXT-SAME: hk_link(
int main(int argc, char **argv) {
  int n = atoi(argv[1]), at[4000] = {0};
  struct work *w = malloc(sizeof *w);
  w->n = n;
  w->a = malloc(n * sizeof(double));
  w->b = malloc(n * sizeof(double));
  pointer(w, 4000);
  variable(4000, n);
  counts(w, 4000);
  keeps(w, 4000);
  elsewhere(w, at, 4000);
  printf("%g %g %d\n", out[argc], kept[1], w->used);
}
