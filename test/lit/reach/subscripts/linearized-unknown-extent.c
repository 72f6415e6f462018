// Rows of a length that nothing relates to the inner loop's bound: compared on
// entry; also backwards and with offsets.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+3]]:3 rows: doall {{.*}} if the subscripts of 'a[i * ld + j]' stay within their extents
// CHECK: condition @at_most({{.*}}m{{.*}}, @times(8LL, (long long)ld))
void rows(int n, int m, int ld, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * ld + j] = i - j;
}
// CHECK: [[#@LINE+2]]:3 down: doall {{.*}} stay within their extents
void down(int n, int m, int ld, double *restrict a) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = m; j > 0; j--)
      a[(n - 1 - i) * ld + j - 1] = i - j;
}
// Rows of two lengths in one array.
// CHECK: [[#@LINE+2]]:3 mixed: sequential  [non-affine-access]
void mixed(int n, int m, int ld, int le, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * ld + j] = a[i * le + j];
}
// The row above.
// CHECK: [[#@LINE+2]]:3 above: sequential  [carried-dependence] {{.*}} of the iteration before
void above(int n, int m, int ld, double *restrict a) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * ld + j] = a[(i - 1) * ld + j] + 1;
}
