// What a called function can do that its copy must not hide: none of these
// loops has independent iterations, though of two only updates stand in the
// way, which can be made in order.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// CHECK-NOT: main: doall
// CHECK-NOT: main: reduction
// CHECK-COUNT-4: main: sequential
// CHECK: main: pipeline {{.*}} pass the updates of 'a[fact(i) % 10]' in order
// CHECK-COUNT-14: main: sequential
// CHECK: main: pipeline {{.*}} pass the updates of 'b[pick(i)]' in order
// CHECK-COUNT-3: main: sequential
// CHECK-NOT: {{^[^ ]*:[0-9]+:[0-9]+ main:}}
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
double a[1000], b[1000], *kept;
int calls, limit = 3;
static jmp_buf jb;
static int counter(void) {
  static int n;
  return n++;
}
static void shift(double *p, int i) { p[i + 1] = p[i]; }
static void useGlobal(double *p, int i) { p[i] = limit; }
static void countUp(double *p, int i) {
  calls++;
  p[i] = calls;
}
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static void guardedWrite(double *t, int i, int n) {
  if (i > n)
    return;
  for (int k = 0; k < 8; k++)
    t[k] = i;
}
static void variadic(int n, ...) {
  va_list v;
  va_start(v, n);
  double *p = va_arg(v, double *);
  p[n] = 1;
  va_end(v);
}
static void modifies(double *p, int n) {
  n = n / 2;
  p[n] = n;
}
static void moves(double *p, int i) {
  p += i;
  p++;
  *p = i;
}
static void leaves(int i) {
  if (i == 900)
    longjmp(jb, 1);
  b[i] = i;
}
static void quits(int i) {
  if (i == 900)
    exit(0);
  b[i] = i;
}
static void keeps(double x, int i) {
  if (i % 7 == 0)
    kept = &a[i];
  *kept = x;
}
static void alias(double *restrict p, double *q, int i) {
  p[i] = q[i];
  q[0] = 1;
}
static double next(double *s) {
  *s = *s * 1.5 + 1;
  return *s;
}
static void put(double *p, int i, double v) { p[i] = v; }
static void recurse(double *p, int i) {
  if (i > 0) {
    p[i] = i;
    recurse(p, i - 1);
  }
}
static void storeTo(double **pp) { **pp = 1; }
static int pick(int i) {
  switch (i & 3) {
  case 0:
    return 1;
  case 1:
    return 2;
  default:
    return 0;
  }
}
static void swap(double *x, double *y) {
  double t = *x;
  *x = *y;
  *y = t;
}
void (*fp)(double *, int) = shift;

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]);
  double s = 0, t[8];
  for (int i = 0; i < n; i++)
    b[counter()] = i;
  for (int i = 0; i < n - 1; i++)
    shift(a, i);
  for (int i = 0; i < n; i++) {
    useGlobal(a, i);
    limit = i;
  }
  for (int i = 0; i < n; i++)
    countUp(a, i);
  for (int i = 0; i < n; i++)
    a[fact(i) % 10] += i;
  for (int i = 0; i < n; i++) {
    guardedWrite(t, i, n / 2);
    b[i] = t[3];
  }
  for (int i = 0; i < n; i++)
    variadic(i % 5, a);
  for (int i = 0; i < n; i++)
    modifies(a, i);
  for (int i = 0; i < n - 1; i++)
    moves(a, i / 2);
  for (int i = 0; i < n; i++)
    leaves(i);
  for (int i = 0; i < n; i++)
    quits(i);
  for (int i = 0; i < n; i++)
    keeps(i, i);
  for (int i = 0; i < n; i++)
    alias(a, a, i);
  for (int i = 0; i < n; i++)
    b[i] = next(&s);
  for (int i = 0, k = 0; i < n; i++)
    put(a, k++ % 10, i);
  for (int i = 0; i < n - 1; i++)
    put(a, i, a[i] + next(&s));
  for (int i = 0; i < n; i++)
    recurse(a, i);
  for (int i = 0; i < n - 1; i++)
    fp(a, i);
  for (int i = 0; i < n; i++) {
    double *p = a + i % 3;
    storeTo(&p);
  }
  for (int i = 0; i < n; i++)
    b[pick(i)] += i;
  for (int i = 0; i < n - 1; i++)
    swap(&a[i], &a[i + 1]);
  for (int i = 0; i < n; i++)
    put(i % 2 ? a : b, i / 2, i);
  for (int i = 0; i < n; i++)
    if (i % 3)
      put(a, 0, i);
  printf("%g %g %d\n", a[3], b[5], calls);
}
