// Work arrays and results by pointer that a called function fills before it, or
// another, reads them: a copy for each chunk.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <string.h>
double a[1000], b[1000], shared[8];

static void fill(double *v, double x) {
  for (int k = 0; k < 8; k++)
    v[k] = x * k;
}
static void fillSome(double *v, double x, int n) {
  if (x > n)
    return;
  for (int k = 0; k < 8; k++)
    v[k] = x * k;
}
static double total(const double *v) {
  double sum = 0;
  for (int k = 0; k < 8; k++)
    sum += v[k];
  return sum;
}
static void split(double x, double *whole, double *rest) {
  *whole = (long)x;
  *rest = x - *whole;
}
static void fillShared(double x) {
  for (int k = 0; k < 8; k++)
    shared[k] = x * k;
}

void filled(int n) {
  double t[8];
  // CHECK: [[#@LINE+2]]:3 filled: doall
  // CHECK-NEXT: private 't' lastprivate
  for (int i = 0; i < n; i++) {
    fill(t, b[i]);
    a[i] = total(t);
  }
  // CHECK: [[#@LINE+2]]:3 filled: sequential  [carried-dependence]
  // CHECK-NOT: {{^ +private }}
  for (int i = 0; i < n; i++) {
    a[i] = total(t);
    fill(t, b[i]);
  }
  // A return may leave it as it was.
  // CHECK: [[#@LINE+2]]:3 filled: sequential  [carried-dependence]
  // CHECK-NOT: {{^ +private }}
  for (int i = 0; i < n; i++) {
    fillSome(t, b[i], n);
    a[i] = total(t);
  }
}

void results(int n) {
  double whole, rest;
  // CHECK: [[#@LINE+3]]:3 results: doall
  // CHECK-NEXT: private 'whole' lastprivate
  // CHECK-NEXT: private 'rest'{{$}}
  for (int i = 0; i < n; i++) {
    split(b[i], &whole, &rest);
    a[i] = rest * whole;
  }
  rest = 0;
  // CHECK: [[#@LINE+1]]:3 results: sequential
  for (int i = 0; i < n; i++) {
    a[i] = rest;
    split(b[i], &whole, &rest);
  }
}

void global(int n) {
  // The called function names it: chunks call versions of it.
  // CHECK: [[#@LINE+2]]:3 global: doall
  // CHECK-NEXT: private 'shared' lastprivate
  for (int i = 0; i < n; i++) {
    fillShared(b[i]);
    a[i] = total(shared);
  }
}

void library(int n) {
  double t[8], u[8];
  // CHECK: [[#@LINE+3]]:3 library: doall
  // CHECK-NEXT: private 't'{{$}}
  // CHECK-NEXT: private 'u' lastprivate
  for (int i = 0; i < n; i++) {
    memset(t, 0, sizeof t);
    t[i & 7] = b[i];
    memcpy(u, t, sizeof u);
    a[i] = total(u);
  }
  // CHECK: [[#@LINE+2]]:3 library: sequential  [carried-dependence]
  // CHECK-NOT: {{^ +private }}
  for (int i = 0; i < n; i++) {
    memcpy(u, b, 7 * sizeof *u);
    a[i] = total(u);
    u[7] += i;
  }
}

static double *pointed;
static void fillPointed(double x) {
  for (int k = 0; k < 8; k++)
    pointed[k] = x * k;
}

void byPointer(double *work, int n) {
  // CHECK: [[#@LINE+2]]:3 byPointer: doall
  // CHECK: private '*work'
  for (int i = 0; i < n; i++) {
    fill(work, b[i]);
    a[i] = total(work);
  }
  // CHECK: [[#@LINE+2]]:3 byPointer: doall
  // CHECK: private '*pointed'
  for (int i = 0; i < n; i++) {
    fillPointed(b[i]);
    a[i] = total(pointed);
  }
}
