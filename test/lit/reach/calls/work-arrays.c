// Work arrays that a called function names itself: of the file, of the
// function, behind a pointer.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static int a[1000], b[1000], scratch[64];
static double *work;
static int *where[1000];

static int mix(int x) {
  int s = 0;
  for (int k = 0; k < 64; k++)
    scratch[k] = x * k;
  for (int k = 0; k < 64; k++)
    s += scratch[63 - k] ^ k;
  return s;
}
static int own(int x, int n) {
  static int t[64];
  int s = 0;
  for (int k = 0; k < n; k++)
    t[k] = x * k;
  for (int k = 0; k < n; k++)
    s += t[k] ^ k;
  return s;
}
static int ownSome(int x, int fill) {
  static int t[64];
  if (fill)
    for (int k = 0; k < 64; k++)
      t[k] = x * k;
  return t[x & 63];
}
static double inWork(int x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++)
    work[k] = x + k;
  for (int k = 0; k < n; k++)
    s += work[k] * k;
  return s;
}
static int lent(int i) {
  for (int k = 0; k < 64; k++)
    scratch[k] = i * k;
  where[i] = scratch;
  return scratch[i & 63];
}

int main(int argc, char **argv) {
  int n = argc * 100;
  work = malloc(100 * sizeof *work);
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK-NEXT: private 'scratch' lastprivate
  for (int i = 0; i < n; i++)
    b[i] = mix(a[i]);
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < n; i++)
    b[i] = mix(a[i]) + scratch[i & 63] * (i > 3 ? scratch[a[i] & 63] : 1);
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK-NEXT: private 'own_t'{{$}}
  for (int i = 0; i < n; i++)
    b[i] += own(a[i], i % 32);
  // What the last call leaves may be read by another.
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK-NEXT: private 'ownSome_t' lastprivate
  for (int i = 0; i < n; i++)
    b[i] += ownSome(a[i], 1);
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK-NEXT: private '*work'
  for (int i = 0; i < n; i++)
    b[i] += (int)inWork(a[i], 50);
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < n; i++)
    b[i] += lent(i);
  printf("%d %d %d\n", b[3], *where[2], ownSome(3, 0));
}
