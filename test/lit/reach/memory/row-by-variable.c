// A row that is a local variable before it is stored; and one that is stored
// again by the next iteration, which the entry will find out.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static float *rows[100], *same[100];

static void *need(size_t size) {
  void *p = malloc(size);
  if (!p)
    exit(1);
  return p;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  for (int i = 0; i < n; i++) {
    float *row = need(n * sizeof *row);
    row[0] = i;
    if (i % 7 != 3)
      rows[i] = row;
  }
  float *row = need(n * sizeof *row);
  for (int i = 0; i < n; i++) {
    if (i % 7 == 3)
      row = need(n * sizeof *row);
    same[i] = row;
  }
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int i = 0; i < n; i++)
    if (i % 7 != 3)
      for (int j = 1; j < n; j++)
        rows[i][j] = j * rows[i][0];
  // CHECK: [[#@LINE+1]]:3 main: doall {{.*}} if no rows of 'same' overlap
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      same[i][j] = j * i;
  printf("%g %g\n", rows[1][1], same[1][1]);
}
