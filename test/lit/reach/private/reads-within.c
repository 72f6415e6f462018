// What an iteration reads of its work row is what it wrote if an index that is
// loaded, or a length, says so: the entry tests it.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static double in[100][1000], out[100];
static int where[1000];

static void gather(double *row, int n, int m) {
  // CHECK: [[#@LINE+3]]:3 gather: doall {{.*}} what is read of 'row' was written before
  // CHECK: private '*row'
  // CHECK: condition @at_most(0LL, @index_min(&where{{.*}} @at_most(@plus(@index_max(&where{{.*}}, (long long)n)
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < n; j++)
      row[j] = in[i][j] * 2;
    double sum = 0;
    for (int k = 0; k < m; k++)
      sum += row[where[k]];
    out[i] = sum;
  }
}

static void first(double *row, int n) {
  // CHECK: [[#@LINE+2]]:3 first: doall
  // CHECK: condition @at_most(1LL, (long long)n)
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < n; j++)
      row[j] = in[i][j] * 2;
    out[i] = row[0];
  }
}

/* Never so. */
static void behind(double *row, int n) {
  // CHECK: [[#@LINE+1]]:3 behind: sequential
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < n; j++)
      row[j] = in[i][j] * 2;
    out[i] = row[n];
  }
}

/* A hole between. */
static void hole(double *row, int n, int m) {
  // CHECK: [[#@LINE+1]]:3 hole: sequential
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < n; j++)
      row[j] = in[i][j] * 2;
    row[n + 1] = 3;
    double sum = 0;
    for (int k = 0; k < m; k++)
      sum += row[where[k]];
    out[i] = sum;
  }
}

static void declared(int n) {
  char bytes[64];
  // CHECK: [[#@LINE+2]]:3 declared: doall
  // CHECK: private 'bytes'
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < 64; j++)
      bytes[j] = (char)in[i][j];
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += bytes[j];
    out[i] = sum;
  }
}

int main(int argc, char **argv) {
  double *row = malloc(1000 * sizeof *row);
  gather(row, argc, 1000);
  first(row, argc);
  behind(row, argc);
  hole(row, argc, 1000);
  declared(argc);
  printf("%g %s\n", out[3], argv[0]);
  free(row);
}
