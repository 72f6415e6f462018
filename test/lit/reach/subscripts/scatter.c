// Writes through an index array that holds no value twice, which is tested.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+3]]:3 scatter: doall {{.*}} if 'at' holds no value twice
// CHECK-NEXT: condition @is_injective(at, 0LL,
void scatter(int n, double *restrict to, const double *from, const int *at) {
  for (int i = 0; i < n; i++)
    to[at[i]] += from[i];
}
// The index array changes on the way.
// CHECK: [[#@LINE+2]]:3 changing: sequential  [carried-dependence] {{.*}} 'at[n - i]' depends on 'at[i]'
void changing(int n, double *restrict to, int *at) {
  for (int i = 0; i < n; i++) {
    to[at[i]] = i;
    at[n - i] = 0;
  }
}
// Two iterations read one index.
// CHECK: [[#@LINE+2]]:3 halves: sequential  [non-affine-access] {{.*}} 'to[at[i / 2]]'
void halves(int n, double *restrict to, const int *at) {
  for (int i = 0; i < n; i++)
    to[at[i / 2]] = i;
}
