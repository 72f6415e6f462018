// A work row that a called function fills, as long as the callee loads.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct {
  int kind, len;
  double *of;
} row_t;
static double out[100];

static void fill(const row_t *r, int i, double *w) {
  double scale = exp(-r->of[i]);
  for (int j = 0; j <= r->len; j++)
    w[j] = r->of[i] * scale + j;
  for (int j = 0; j < r->len; j++)
    out[i] += w[j + 1] * w[j];
}

static void at(double *p, double v) { *p = v; }

static void pairs(const row_t *r, int i, double *w) {
  for (int j = 0; j <= r->len; j++)
    at(&w[j], exp(r->of[i]));
  for (int j = 0; j < r->len; j++)
    out[i] += w[j + 1] * w[j];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), q;
  row_t *rows = malloc(4 * sizeof *rows);
  for (q = 0; q < 4; q++) {
    rows[q].len = atoi(argv[q + 2]);
    rows[q].of = calloc(n, sizeof(double));
  }
  for (q = 0; q < 4; q++) {
    double *w = malloc((rows[q].len + 1) * sizeof *w);
    // CHECK: [[#@LINE+2]]:5 main: doall
    // CHECK-NEXT: private '*w' lastprivate allocated
    for (int i = 0; i < n; i++)
      fill(&rows[q], i, w);
    // CHECK: [[#@LINE+2]]:5 main: doall
    // CHECK-NEXT: private '*w' lastprivate allocated
    for (int i = 0; i < n; i++)
      pairs(&rows[q], i, w);
    // The call may not happen: no load of its length comes before.
    // CHECK: [[#@LINE+1]]:5 main: sequential
    for (int i = 0; i < n; i++)
      if (out[i] > 0)
        fill(&rows[q], i, w);
    printf("%g\n", out[q]);
    free(w);
  }
}
