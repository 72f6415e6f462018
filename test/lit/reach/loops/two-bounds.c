// Loops that end at the first of two bounds.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
static int a[4000], b[4000], limit;

void free2(int *p, int *q, int n, long m) {
  // CHECK: [[#@LINE+1]]:3 free2: doall
  for (int i = 0; i < n && i < m; i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 free2: doall
  for (int i = n; i > 3 && m < i; i--)
    a[i] = b[i];
  // The ranges are tested on entry.
  // CHECK: [[#@LINE+2]]:3 free2: doall
  // CHECK-NEXT: @least(
  for (int i = 0; i <= n && i <= m; i += 2)
    p[i] = q[i] + 1;
  // CHECK: [[#@LINE+1]]:3 free2: doall
  for (int i = 0; i < n && i < 100; i++)
    a[i] = a[i + 100];
}

void meet(int n, int m, unsigned u, const int *at) {
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence]
  for (int i = 0; i < n && i < 101; i++)
    a[i] = a[i + 100];
  // It may change its second bound.
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [scalar-carried]
  for (int i = 0; i < n && i < m; i++) {
    a[i] = b[i];
    if (a[i] == 7)
      m = i;
  }
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [early-exit]
  for (int i = 0; i < n && i < limit; i++)
    if (b[i] > a[i])
      a[i] = b[i], limit = b[i];
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [early-exit]
  for (int i = 0; i < n && i < u; i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [early-exit]
  for (int i = 0; i < n && i < *at; i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [early-exit]
  for (int i = 0; i < n && b[i] < m; i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [uncounted-loop]
  for (int i = 0; i < n || i < m; i++)
    a[i] = b[i];
}

int main(int argc, char **argv) {
  (void)argv;
  free2(a, b, argc, argc + 3);
  free2(a, a + argc, argc, argc + 3);
  meet(argc, 5, 9, &argc);
  printf("%d\n", a[2]);
}
