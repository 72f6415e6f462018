// Rows at a distance in bytes.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stddef.h>
// CHECK: [[#@LINE+3]]:3 rows: doall {{.*}} stay within their extents
// CHECK: condition @at_most({{.*}}m{{.*}}, @natural(pitch))
void rows(int n, int m, size_t pitch, char *base) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *(double *)(base + i * pitch + j * 8) = i;
}
// Elements that overlap by half.
// CHECK: [[#@LINE+2]]:3 halves: sequential
void halves(int n, char *base) {
  for (int i = 0; i < n; i++)
    *(double *)(base + i * 4) = i;
}
