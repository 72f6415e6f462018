// Values from the iteration before that a chunk can compute again.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+5]]:3 differences: doall
// CHECK: private 'cur' local
// CHECK: recomputed 'left', 1 before
void differences(int n, const double *restrict a, double *restrict b) {
  double left = 0;
  for (int i = 0; i < n; i++) {
    double cur = a[i];
    b[i] = cur - left;
    left = cur;
  }
}
// What it reads is written in the same iteration: the chunk would come late.
// CHECK: [[#@LINE+4]]:3 in_place: sequential {{.*}} 'left' carries a value
// CHECK: note {{.*}} writes 'a[i]', which may be where the value comes from
void in_place(int n, double *restrict a) {
  double left = 0;
  for (int i = 0; i < n; i++) {
    double cur = a[i];
    a[i] = cur - left;
    left = cur;
  }
}

// The first value, and the last.
// CHECK: [[#@LINE+4]]:3 window: doall
// CHECK: recomputed 'l', 3 before{{$}}
// CHECK: recomputed 'c', 3 before lastprivate
int window(int n, const int *restrict a, int *restrict b, int l, int c, int r) {
  for (int i = 0; i < n; i++) {
    b[i] = l + 2 * c + r;
    l = c;
    c = r;
    r = a[i + 1];
  }
  return c + r;
}
// Around in a circle.
// CHECK: [[#@LINE+2]]:3 fibonacci: sequential {{.*}} 'x' carries a value
void fibonacci(int n, unsigned *restrict b, unsigned x, unsigned y) {
  for (int i = 0; i < n; i++) {
    unsigned t = x + y;
    b[i] = t;
    x = y;
    y = t;
  }
}

// CHECK: [[#@LINE+4]]:3 from_last: doall
// CHECK: recomputed 'before', 1 before
void from_last(int n, const double *restrict a, double *restrict b) {
  int before = n - 1;
  for (int i = 0; i < n; i++) {
    b[i] = a[i] - a[before];
    before = i;
  }
}
// Only some iterations.
// CHECK: [[#@LINE+3]]:3 last_positive: sequential {{.*}} 'last' carries a value
void last_positive(int n, const double *restrict a, double *restrict b) {
  double last = 0;
  for (int i = 0; i < n; i++) {
    b[i] = last;
    if (a[i] > 0)
      last = a[i];
  }
}
// A product that may be fused in one place and not in the other.
// CHECK: [[#@LINE+3]]:3 products: sequential {{.*}} 'last' carries a value
void products(int n, const double *restrict a, double *restrict b) {
  double last = 0;
  for (int i = 0; i < n; i++) {
    b[i] = last;
    last = a[i] * a[i] + 1;
  }
}
