// Pointers and subscripts that move by a variable: elements so far apart that
// they do not meet, which is tested on entry.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+4]]:3 column: doall {{.*}} if the subscripts of '*p' stay within their extents
// CHECK-NEXT: induction 'p' += 8 * 'stride'
// CHECK-NEXT: condition @at_most(8LL, @times(8LL, (long long)stride))
void column(int n, int stride, double *p) {
  for (int i = 0; i < n; i++) {
    *p = *p * 0.5 + i;
    p += stride;
  }
}
// Each from the one before.
// CHECK: [[#@LINE+2]]:3 running: sequential {{.*}} depends
void running(int n, int stride, double *p) {
  for (int i = 0; i < n; i++) {
    p[stride] = *p * 0.5 + i;
    p += stride;
  }
}

// Further on by a constant: room for both.
// CHECK: [[#@LINE+3]]:3 pairs: doall
// CHECK: condition @at_most(16LL, @times(8LL, (long long)m))
void pairs(int s, int n, int m, double *a) {
  for (int i = s; i < n; i += m)
    a[i] = a[i + 1];
}
// By an unknown distance, which may be within the step.
// CHECK: [[#@LINE+2]]:3 apart: doall {{.*}} if the subscripts of 'a[i + d]' stay
void apart(int n, int m, int d, double *a) {
  for (int i = 0; i < n; i += m)
    a[i] = a[i + d];
}

// CHECK: [[#@LINE+3]]:3 rows: doall {{.*}} if 'm' moves the loop towards its end
// CHECK-NEXT: private 'j' local
void rows(int s, int n, int m, double a[][100]) {
  for (int i = s; i < n; i += m)
    for (int j = 0; j < 100; j++)
      a[i][j] = 2.0 * a[i][j];
}

// Blocks of the step's length, each half from the other.
// CHECK: [[#@LINE+2]]:3 halves: doall {{.*}} if 'm' moves the loop towards its end
void halves(int n, int m, double *a) {
  for (int k = 0; k < n; k += m)
    for (int j = 0; j < m / 2; j++) {
      double t = a[k + j];
      a[k + j] = a[k + j + m / 2];
      a[k + j + m / 2] = t;
    }
}
// Blocks longer than the step.
// CHECK: [[#@LINE+2]]:3 overlapping: sequential
void overlapping(int n, int m, double *a) {
  for (int k = 0; k < n; k += m)
    for (int j = 0; j < m + 1; j++)
      a[k + j] += j;
}
