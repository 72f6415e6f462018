// Several reductions of every kind in one loop; beside it two that touch the
// same place.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
struct stats {
  long sum;
  int low;
} stats;
int a[N], bins[16], acc[4];

int several(int n) {
  int best = -1, at = -1;
  long s = 0;
  // CHECK: [[#@LINE+6]]:3 several: reduction
  // CHECK-DAG: reduction add 's' long
  // CHECK-DAG: reduction add 'stats.sum' long place
  // CHECK-DAG: reduction min 'stats.low' int place
  // CHECK-DAG: reduction add 'bins[a[i] & 15]' int copy of 16
  // CHECK-DAG: selection max first 'best' 'at'
  for (int i = 0; i < n; i++) {
    s += a[i];
    stats.sum += a[i];
    if (a[i] < stats.low)
      stats.low = a[i];
    bins[a[i] & 15]++;
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  }
  // CHECK: [[#@LINE+1]]:3 several: sequential
  for (int i = 0; i < n; i++) {
    acc[at & 3] += a[i];
    acc[best & 3] ^= a[i];
  }
  return (int)s + best + at;
}
