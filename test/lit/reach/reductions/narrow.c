// Targets narrower than the arithmetic, which is cut at each step to the same
// bits in any order; beside them arithmetic of which the cut changes more.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N];
double d[N];
unsigned char c;

int narrow(int n) {
  short s = 0;
  unsigned char low = 255;
  // CHECK: [[#@LINE+3]]:3 narrow: reduction
  // CHECK-DAG: reduction mul 's' short
  // CHECK-DAG: reduction add 'c' unsigned char
  for (int i = 0; i < n; i++) {
    s *= a[i];
    c -= a[i] * 3;
  }
  // The comparison sees all of a[i], the target keeps a part.
  // CHECK: [[#@LINE+1]]:3 narrow: sequential  [scalar-carried]
  for (int i = 0; i < n; i++)
    if (a[i] < low)
      low = (unsigned char)a[i];
  // CHECK: [[#@LINE+1]]:3 narrow: sequential  [scalar-carried]
  for (int i = 0; i < n; i++)
    s += d[i];
  // CHECK: [[#@LINE+1]]:3 narrow: sequential  [scalar-carried]
  for (int i = 0; i < n; i++)
    s /= a[i];
  return s + low;
}
