// The extreme and where it was; beside it the loops where the best so far or
// its place is used on the way, or where something else is done at each record.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], trace[N], perm[N];
double d[N];
float low_float;

void places(int n, int *where, int *other) {
  int best = 1 << 30, at = -1, first = 0;
  double top = -1;
  // CHECK: [[#@LINE+2]]:3 places: reduction {{.*}} over 'best', 'at' (min)
  // CHECK-NEXT: selection min first 'best' 'at'
  for (int i = 0; i < n; i++)
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  // CHECK: [[#@LINE+2]]:3 places: reduction
  // CHECK-NEXT: selection max last 'top' 'at'
  for (int i = 0; i < n; i++)
    if (top <= d[i]) {
      at = i;
      top = d[i];
    }
  // The last of equal floating-point values.
  // CHECK: [[#@LINE+2]]:3 places: reduction
  // CHECK-NEXT: selection max last 'top'
  for (int i = 0; i < n; i++)
    if (d[i] >= top)
      top = d[i];
  // CHECK: [[#@LINE+2]]:3 places: reduction
  // CHECK-NEXT: selection min first 'first'
  for (int i = 1; i < n; i++)
    if (a[i] < a[first])
      first = i;
  *where = at + first;
  // CHECK: [[#@LINE+1]]:3 places: sequential  [scalar-carried] {{.*}}'best'
  for (int i = 0; i < n; i++) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    trace[i] = best;
  }
  // CHECK: [[#@LINE+1]]:3 places: sequential  [scalar-carried]
  for (int i = 0; i < n; i++) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    trace[i] = at;
  }
  // Another value than the one compared.
  // CHECK: [[#@LINE+1]]:3 places: sequential  [scalar-carried]
  for (int i = 0; i < n; i++)
    if (a[i] < best) {
      best = a[i] + 1;
      at = i;
    }
  // Rounded: the comparisons are not with what was compared.
  // CHECK: [[#@LINE+1]]:3 places: sequential
  for (int i = 0; i < n; i++)
    if (d[i] < low_float) {
      low_float = (float)d[i];
      at = i;
    }
  // What a chunk selects too often might not be there.
  // CHECK: [[#@LINE+1]]:3 places: sequential  [scalar-carried]
  for (int i = 0; i < n; i++)
    if (a[i] < best) {
      best = a[i];
      at = other[perm[i]];
    }
  // The best belongs to two different sets.
  // CHECK: [[#@LINE+1]]:3 places: sequential  [scalar-carried]
  for (int i = 0; i < n; i++) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    if (trace[i] < best) {
      best = trace[i];
      first = i;
    }
  }
  *other = at + best + first + (int)top;
}
