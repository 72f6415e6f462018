// SPDX-License-Identifier: Apache-2.0
// What a loop over rows has to test is known only behind the statements before
// it. The region begins there, with that loop, and not before, with chunks of
// the loop inside for each of the rows.
//
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -Rhocket-analysis %s -o %t 2>&1 | %FileCheck %s
#include <stdlib.h>

static int eliminate(int n, double **row, int *order) {
  for (int k = 0; k < n; k++) {
    if (row[k][k] == 0.0)
      return -1;
    if (order[k] != k)
      for (int j = 0; j < n; j++)
        row[order[k]][j] += row[k][j];
    const double *upper = row[k];
    // CHECK: outer-loop.c:[[#@LINE+2]]:5: remark: region of 2 macro-tasks
    // CHECK: outer-loop.c:[[#@LINE+1]]:5: remark: region is planned {{.*}}'upper' and the rows of 'row' do not overlap
    for (int i = k + 1; i < n; i++) {
      double *r = row[i];
      double factor = r[k] / upper[k];
      r[k] = factor;
      for (int j = k + 1; j < n; j++)
        r[j] -= factor * upper[j];
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  double **row = malloc(n * sizeof *row);
  int *order = malloc(n * sizeof *order);
  for (int i = 0; i < n; i++) {
    row[i] = calloc(n, sizeof **row);
    row[i][i] = 1 + i;
    order[i] = argc > i ? 0 : i;
  }
  return eliminate(n, row, order);
}
