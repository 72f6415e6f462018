// A table over a window from -r to r: what shifts the inner subscript to 0
// belongs to it, and not to where the table begins. Where nothing is negative,
// a start beyond the extent is taken off as before.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+3]]:3 window: doall {{.*}} stay within their extents
// CHECK-NOT: at_most(0LL, @times(4LL, @times((-1LL)
void window(float *restrict table, int r, int size) {
  for (int j = -r; j <= r; j++)
    for (int i = -r; i <= r; i++)
      table[(j + r) * size + i + r] = (float)(i * j);
}

// CHECK: [[#@LINE+2]]:3 shifted: doall
void shifted(float *restrict table, int n, int m, int s) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      table[j * m + i + s] = (float)(i * j);
}

// The rows of the window overlap: it is wider than the table.
// CHECK: [[#@LINE+2]]:3 narrow: sequential
void narrow(float *restrict table, int r) {
  for (int j = -r; j <= r; j++)
    for (int i = -r; i <= r; i++)
      table[(j + r) * r + i + r] += (float)(i * j);
}
