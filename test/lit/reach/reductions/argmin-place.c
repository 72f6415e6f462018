// The place of an extreme, without a variable for the extreme itself; beside it
// the loop that changes the array on the way.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], m[200][200];

int place(int n, int k) {
  int first = 0, p = k;
  // CHECK: [[#@LINE+2]]:3 place: reduction
  // CHECK-NEXT: selection max last 'first'
  for (int i = 1; i < n; i++)
    if (a[first] <= a[i])
      first = i;
  // CHECK: [[#@LINE+2]]:3 place: reduction
  // CHECK-NEXT: selection max first 'p'
  for (int r = k + 1; r < 200; r++)
    if (m[r][k] > m[p][k])
      p = r;
  // CHECK: [[#@LINE+1]]:3 place: sequential
  for (int i = 1; i < n; i++) {
    if (a[i] < a[first])
      first = i;
    a[i] = 0;
  }
  // Compared with another element than the chosen one.
  // CHECK: [[#@LINE+1]]:3 place: sequential
  for (int i = 1; i < n; i++)
    if (a[i] < a[first + 1])
      first = i;
  return first + p;
}
