// Running totals, in two passes; beside them the totals that need what the loop
// computes from them, sums that must stay in order, and inputs that the loop
// changes first.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], b[N], starts[N + 1];
unsigned hash[N];
double d[N], e[N];

int totals(int n) {
  int s = 3, low = 1 << 30;
  unsigned x = 0;
  double t = 0;
  // CHECK: [[#@LINE+2]]:3 totals: scan {{.*}} over 's' (+, running)
  // CHECK-NEXT: running add 's' int, first pass of 1
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
  // What comes before, in place, from computed values.
  // CHECK: [[#@LINE+2]]:3 totals: scan
  // CHECK: running add 's' int, first pass of 2
  for (int i = 0; i < n; i++) {
    int count = a[i] & 15;
    a[i] = s;
    s += count;
  }
  // CHECK: [[#@LINE+1]]:3 totals: scan {{.*}} over 'low' (min, running), 'x' (^, running)
  for (int i = 0; i < n; i++) {
    x ^= (unsigned)a[i] * 7;
    if (a[i] < low)
      low = a[i];
    hash[i] = x + low;
  }
  // CHECK: [[#@LINE+1]]:3 totals: sequential  [scalar-carried]
  for (int i = 0; i < n; i++) {
    b[i] = s;
    s += b[i] & 1;
  }
  // CHECK: [[#@LINE+1]]:3 totals: sequential  [scalar-carried]
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (s > 100)
      s = 0;
  }
  // CHECK: [[#@LINE+1]]:3 totals: sequential
  for (int i = 0; i < n; i++) {
    t += d[i];
    e[i] = t;
  }
  return s + (int)x + low + (int)t;
}
