// A sum of what meets a condition; beside it the condition on the sum itself.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], b[N];

long sum(int n) {
  long s = 0;
  int count = 0;
  // CHECK: [[#@LINE+3]]:3 sum: reduction
  // CHECK-DAG: reduction add 's' long
  // CHECK-DAG: reduction add 'count' int
  for (int i = 0; i < n; i++) {
    if (a[i] > 3 && b[i])
      s -= a[i];
    else if (a[i] < 0)
      count++;
    if (a[i] & 1)
      continue;
    count += 2;
  }
  // CHECK: [[#@LINE+1]]:3 sum: sequential
  for (int i = 0; i < n; i++)
    if (s < 1000)
      s += a[i];
  // CHECK: [[#@LINE+1]]:3 sum: sequential
  for (int i = 0; i < n; i++)
    s += a[i] > count ? count++ : 0;
  return s + count;
}
