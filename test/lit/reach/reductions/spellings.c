// The same sums and extremes however they are written; beside them updates that
// are none, or are regrouped only with permission.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 -ffast-math --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck --check-prefix=FAST %s
#define N 20000
int a[N];
double d[N], weights[64];
long total;

long spelled(unsigned char c, long s) {
  double low = 1e9, sum = 0;
  static short kept;
  // CHECK: [[#@LINE+6]]:3 spelled: reduction
  // CHECK-DAG: reduction add 's' long
  // CHECK-DAG: reduction add 'total' long
  // CHECK-DAG: reduction mul 'c' unsigned char
  // CHECK-DAG: reduction add 'kept' short
  // CHECK-DAG: reduction min 'low' double
  for (int i = 0; i < N; i++) {
    s = a[i] + s - i;
    c *= (unsigned char)a[i];
    if (a[i] > 3)
      total++;
    else
      total -= 2;
    kept = kept + a[i];
    low = d[i] < low ? d[i] : low;
  }
  // The other way round a NaN gets in.
  // CHECK: [[#@LINE+1]]:3 spelled: sequential  [float-reduction]
  for (int i = 0; i < N; i++)
    low = low < d[i] ? low : d[i];
  // CHECK: [[#@LINE+2]]:3 spelled: sequential  [float-reduction]
  // FAST: [[#@LINE+1]]:3 spelled: reduction {{.*}} over 'sum' (+)
  for (int i = 0; i < N; i++)
    sum += d[i];
  // CHECK: [[#@LINE+2]]:3 spelled: sequential  [float-reduction]
  // FAST: [[#@LINE+1]]:3 spelled: reduction {{.*}} over 'weights[a[i] & 63]' (+)
  for (int i = 0; i < N; i++)
    weights[a[i] & 63] += d[i];
  // What is added is the sum itself.
  // CHECK: [[#@LINE+1]]:3 spelled: sequential  [scalar-carried]
  for (int i = 0; i < N; i++)
    s = s + *&s + a[i];
  // CHECK: [[#@LINE+1]]:3 spelled: sequential  [scalar-carried]
  for (int i = 0; i < N; i++)
    s = a[i] - s;
  return c + s + kept + (long)(low + sum);
}
