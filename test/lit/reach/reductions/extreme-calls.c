// fmax and fmin of values whose order shows in no bit: no NaN stays, none
// signals, and no zero has a sign. Beside them those of which one of these may
// be.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <math.h>
#define N 20000
double a[N], b[N];
float f[N];
double seen;

double changes(double omega) {
  double greatest = 0.0, least = 1e30, norm = -1.0;
  float small = 3;
  // CHECK: [[#@LINE+5]]:3 changes: reduction
  // CHECK-DAG: reduction max 'greatest' double
  // CHECK-DAG: reduction min 'least' double
  // CHECK-DAG: reduction max 'norm' double
  // CHECK-DAG: reduction min 'small' float
  for (int i = 0; i < N; i++) {
    double change = omega * (a[i] - b[i]);
    greatest = fmax(greatest, fabs(change));
    least = fmin(change * change, least);
    norm = fmax(norm, sqrt(a[i] * a[i] + b[i] * b[i]));
    small = fminf(small, fmaxf(0.5f, f[i]) > 1 ? 1.0f : 2.0f);
  }
  return greatest + least + norm + small;
}

double others(double from) {
  double m = 0.0;
  // A signaling NaN in memory would make a NaN of what was there.
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'m'
  for (int i = 0; i < N; i++)
    m = fmax(m, fabs(a[i]));
  double zero = 0.0;
  // 0.0 or -0.0.
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'zero'
  for (int i = 0; i < N; i++)
    zero = fmax(zero, a[i] - b[i]);
  // It may be a NaN.
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'from'
  for (int i = 0; i < N; i++)
    from = fmax(from, fabs(a[i] - b[i]));
  double taken = 0.0;
  double *at = &taken;
  *at = b[0];
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'taken'
  for (int i = 0; i < N; i++)
    taken = fmax(taken, fabs(a[i] - b[i]));
  double kept = 0.0;
  kept = a[0] / b[0];
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'kept'
  for (int i = 0; i < N; i++)
    kept = fmax(kept, fabs(a[i] - b[i]));
  double one = 0.0;
  // A compiler may leave the factor out, and with it what makes a NaN quiet.
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'one'
  for (int i = 0; i < N; i++)
    one = fmax(one, fabs(a[i] * 1.0));
  double twice = 0.0;
  // CHECK: [[#@LINE+1]]:3 others: sequential  [scalar-carried] {{.*}}'twice'
  for (int i = 0; i < N; i++)
    twice = fmax(twice, fabs(a[i] - twice));
  return m + zero + from + taken + kept + one + twice;
}

int main(void) { return changes(1.5) + others(a[3]) > 3; }
