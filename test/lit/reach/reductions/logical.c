// Truth values: and, or, parity; beside them operands that only the sequential
// loop may evaluate, and a sum that is cut to a truth value at each step.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdbool.h>
#define N 20000
int a[N], perm[N];
bool flags[N];

int truth(int n, const int *p) {
  bool any = false, odd = false, all = true;
  int ok = 7;
  // CHECK: [[#@LINE+4]]:3 truth: reduction
  // CHECK-DAG: reduction or 'any' _Bool
  // CHECK-DAG: reduction xor 'odd' _Bool
  // CHECK-DAG: reduction logical-and 'all' _Bool
  for (int i = 0; i < N; i++) {
    any |= a[i];
    odd ^= flags[i];
    all = all && a[i] < 5;
  }
  // CHECK: [[#@LINE+1]]:3 truth: reduction {{.*}} over 'ok' (&&)
  for (int i = 0; i < N; i++)
    ok = ok && a[i];
  // Past the first that fails there may be nothing.
  // CHECK: [[#@LINE+1]]:3 truth: sequential  [scalar-carried]
  for (int i = 0; i < n; i++)
    ok = ok && p[i];
  // CHECK: [[#@LINE+1]]:3 truth: sequential  [scalar-carried]
  for (int i = 0; i < N; i++)
    ok = ok && a[perm[i]];
  // CHECK: [[#@LINE+1]]:3 truth: sequential  [scalar-carried]
  for (int i = 0; i < N; i++)
    ok = ok && 100 / perm[i];
  // CHECK: [[#@LINE+1]]:3 truth: sequential  [scalar-carried]
  for (int i = 0; i < N; i++)
    odd ^= a[i];
  // CHECK: [[#@LINE+1]]:3 truth: sequential  [scalar-carried]
  for (int i = 0; i < N; i++)
    odd += flags[i];
  return any + odd + all + ok;
}
