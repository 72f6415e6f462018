// All cores follow a sequential loop, and wait for each other inside it, only
// where something says how much they do between waits: constants, sizes known
// on entry, iterators. Here each record's length is data, so the loops inside
// become a region of their own, whose entries know it.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static double window[1024], half[1024], triangle[1024][1024];

// CHECK-LABEL: region records line
// CHECK-NOT: repeat
// CHECK: chunks loop {{.*}}:[[#@LINE+6]]
// CHECK: chunks loop {{.*}}:[[#@LINE+7]]
// CHECK-LABEL: region
static void records(const int *length, double *out, int n) {
  for (int i = 0; i < n; i++) {
    int m = length[i];
    for (int k = 1; k < m; k++)
      half[k] = 0.5 * (window[k - 1] + window[k]);
    for (int k = 1; k < m; k++)
      window[k] = 0.25 * half[k] + window[k] / 3;
    out[i] = window[m / 2];
  }
}

// How far `k` has come says no text of the loop's own.
// CHECK-SAME: countdown line
// CHECK-NOT: repeat
// CHECK: chunks loop {{.*}}:[[#@LINE+9]]
// CHECK-LABEL: region
static void countdown(const double *first, double *out, int n) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    double x = first[i];
    do
      half[k++] = x;
    while ((x /= 2) > 1);
    while (k > 0) {
      k--;
      window[k] = 0.25 * half[k] + window[k] / (3 + half[k] * half[k]);
    }
    out[i] = window[i % 5];
  }
}

// CHECK-SAME: eliminate line
// CHECK: repeat line [[#@LINE+3]]
// CHECK: chunks loop {{.*}}:[[#@LINE+3]]
static void eliminate(int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        triangle[i][j] -= triangle[i][k] * triangle[k][j];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int *length = malloc(n * sizeof *length);
  double *out = malloc(n * sizeof *out);
  for (int i = 0; i < n; i++)
    length[i] = 3 + i % 25;
  records(length, out, n);
  countdown(out, half, n < 1000 ? n : 1000);
  eliminate(argc * 1000);
  printf("%f %f\n", out[n / 2], triangle[n / 2][n / 3]);
  return 0;
}
