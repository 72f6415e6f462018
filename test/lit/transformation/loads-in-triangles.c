// A triangle whose first row is empty: what only its inner loop reads is loaded
// on entry if any row has elements, not only if the first one has.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -ffp-contract=off --no-inlining --soc=generic-4 --cores=1 -Rhocket=loop-interchanged --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/loads-in-triangles.c
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, columns, width;
  double *v;
};

// CHECK: static void solve(
// CHECK: if ((long long)n >= 1)
// CHECK: const int ht_n_{{[0-9]+}} = (b->width);
// CHECK: if ((long long)n >= 2)
// CHECK: const int ht_n_{{[0-9]+}} = (l->width);
static void solve(const struct matrix *l, struct matrix *b, int n) {
  // SAID: [[#@LINE+1]]:3: remark: loop is interchanged
  for (int r = 0; r < b->columns; r++)
    for (int i = 0; i < n; i++) {
      double s = b->v[(size_t)i * b->width + r];
      for (int j = 0; j < i; j++)
        s -= l->v[(size_t)i * l->width + j] * b->v[(size_t)j * b->width + r];
      b->v[(size_t)i * b->width + r] = s;
    }
}

static struct matrix make(int n) {
  struct matrix m = {n, n, n, malloc(sizeof(double) * n * n)};
  if (!m.v)
    exit(1);
  for (int i = 0; i < n * n; i++)
    m.v[i] = i % 7 / 4.0;
  return m;
}

int main(int argc, char **argv) {
  (void)argv;
  struct matrix l = make(300 + argc), b = make(300 + argc);
  solve(&l, &b, l.rows);
  printf("%.17g\n", b.v[77]);
  return 0;
}
