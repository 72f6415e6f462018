// A sparse matrix by rows: the result is one element for each row; what is read
// is found by passes over the starts and the columns.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+5]]:3 product: doall {{.*}} do not overlap
// CHECK: check v + [{{.*}}@index_min(rp,
// CHECK: check x + [{{.*}}@index_min(ci,{{.*}}@is_monotonic(rp,
void product(int n, const int *rp, const int *ci, const double *v,
             const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = rp[i]; k < rp[i + 1]; k++)
      y[i] += v[k] * x[ci[k]];
  }
}
// The transposed product: rows share elements of the result.
// CHECK: [[#@LINE+3]]:3 transposed: sequential
void transposed(int n, const int *rp, const int *ci, const double *v,
                const double *x, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int k = rp[i]; k < rp[i + 1]; k++)
      y[ci[k]] += v[k] * x[i];
}
