// What a nest's bounds are computed from, where it is entered: members of a
// record that loops around it choose, and nothing of what holds there anyway.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 --no-fallback --soc=generic-4 --cores=2 -ffp-contract=off -Rhocket=loop-interchanged -Rhocket-missed=nest-kept --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/bounds-around.c
#include <stdio.h>
#include <stdlib.h>

struct weights {
  int start, count;
  double *w;
};
static double row[4000];

// CHECK: const int ht_n_1 = (t[y].count);
// SAID-NOT: nest-kept
// SAID: [[#@LINE+6]]:{{[0-9]+}}: remark: loop is interchanged
// SAID-NOT: nest-kept
static double resize(const struct weights *t, const double *in, int h, int n) {
  double last = 0;
  // The bound h has no name in the nest.
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < n; x++) {
      double s = 0;
      for (int k = 0; k < t[y].count; k++)
        s += t[y].w[k] * in[(t[y].start + k) * 4000 + x];
      row[x] = s;
    }
    last += row[y % n];
  }
  return last;
}

int main(int argc, char **argv) {
  struct weights *t = malloc(50 * sizeof *t);
  double *in = malloc(150 * 4000 * sizeof(double));
  for (int y = 0; y < 50; y++) {
    t[y].start = y;
    t[y].count = 100;
    t[y].w = malloc(100 * sizeof(double));
    for (int k = 0; k < 100; k++)
      t[y].w[k] = k;
  }
  for (int i = 0; i < 150 * 4000; i++)
    in[i] = i % 13;
  printf("%g\n", resize(t, in, 50, argc > 1 ? atoi(argv[1]) : 4000));
  return 0;
}
