// Three dimensions, two of them with lengths of their own.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+4]]:3 planes: doall {{.*}} stay within their extents
// CHECK: condition @at_most({{.*}}m{{.*}}, (long long)ldm)
// CHECK: condition @at_most({{.*}}l{{.*}}, @times(8LL, (long long)ldl))
void planes(int n, int m, int l, int ldm, int ldl, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        a[(i * ldm + j) * ldl + k] += 1;
}
// One subscript is what two others make.
// CHECK: [[#@LINE+2]]:3 skewed: sequential
void skewed(int n, int m, int ld, double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[(i + j) * ld] += 1;
}
