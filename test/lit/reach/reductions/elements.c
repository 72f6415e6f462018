// Sums into one element of an array, and through a pointer that may point to
// the input; beside them the element that moves and the one that is read.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], acc[8], kept[N];

void elements(int k) {
  // CHECK: [[#@LINE+2]]:3 elements: reduction
  // CHECK-NEXT: reduction add 'acc[k]' int place
  for (int i = 0; i < N; i++)
    acc[k] += a[i];
  // CHECK: [[#@LINE+1]]:3 elements: reduction {{.*}} over 'acc[3]' (+), 'acc[4]' (^)
  for (int i = 0; i < N; i++) {
    acc[3] += a[i];
    acc[4] ^= a[i];
  }
  // CHECK: [[#@LINE+1]]:3 elements: sequential {{.*}}the read of 'acc[3]' depends on 'acc[k]'
  for (int i = 0; i < N; i++) {
    acc[k] += a[i];
    kept[i] = acc[3];
  }
  // CHECK: [[#@LINE+3]]:3 elements: reduction {{.*}} over 'acc[k]' (+)
  // CHECK-NEXT: recomputed 'k', 1 before
  // CHECK-NEXT: reduction add 'acc[k]' int copy of 8
  for (int i = 0; i < N; i++) {
    acc[k] += a[i];
    k = a[i] & 7;
  }
  // CHECK: [[#@LINE+1]]:3 elements: sequential  [scalar-carried]
  for (int i = 0; i < N; i++) {
    acc[k] += a[i];
    k = (k + a[i]) & 7;
  }
}

void through(int *out, int n) {
  // CHECK: [[#@LINE+1]]:3 through: reduction {{.*}} over '*out' (+) if '&a' and 'out' do not overlap
  for (int i = 0; i < n; i++)
    *out += a[i];
  // CHECK: [[#@LINE+1]]:3 through: sequential
  for (int i = 0; i < n; i++)
    *out += a[i] + out[a[i]];
}
