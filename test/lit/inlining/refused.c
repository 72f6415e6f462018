// Which calls stay as they are written.
// RUN: %hocketcc -O2 --soc=generic-4 --no-speculation --stop-after=inlining --print-after=inlining %s -o %t | %FileCheck %s
#include <stdarg.h>
#include <stdio.h>
#define N 10000
static double x[N], y[N], total;
static int n = N;

static void plain(double *a) {
  for (int i = 0; i < N; i++)
    a[i] = a[i] * 0.5 + 1;
}

static double summed(double *a) {
  for (int i = 0; i < N; i++)
    a[i] *= 0.5;
  total += 1;
  return a[0];
}

// Nothing in it is parallel.
static void carried(double *a) {
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] * 0.5 + a[i];
}

// A variable that outlives the call would be two.
static void numbered(double *a) {
  static int calls;
  calls++;
  for (int i = 0; i < N; i++)
    a[i] += calls;
}

static void recursive(double *a, int m) {
  for (int i = 0; i < m; i++)
    a[i] += 1;
  if (m > 100)
    recursive(a, m / 2);
}

static void any(double *a, ...) {
  va_list list;
  va_start(list, a);
  double more = va_arg(list, double);
  va_end(list);
  for (int i = 0; i < N; i++)
    a[i] += more;
}

static int searches(const double *a) {
  for (int i = 0; i < N; i++)
    x[i] += a[i];
  for (int i = 0; i < N; i++)
    if (a[i] > x[i])
      return i;
  return 0;
}

__attribute__((noinline)) static void apart(double *a) {
  for (int i = 0; i < N; i++)
    a[i] -= 1;
}

static void global(double *a) {
  for (int i = 0; i < n; i++)
    a[i] += 2;
}

static void later(double *a);

int main(void) {
  // CHECK: line [[#@LINE+4]]: 'plain' in place of its call in 'main'
  // CHECK-NOT: in place
  int n = 3; // 'global' means another
  for (int s = 0; s < 100; s++) {
    plain(x);
    carried(x);
    numbered(x);
    recursive(x, N);
    any(x, 1.5);
    n += searches(y);
    apart(x);
    global(x);
    later(x);
    // Who is first matters: it changes 'total'.
    total += summed(x);
    y[s] = s > 3 ? summed(x) : 0;
  }
  // All iterations of this loop are independent: its calls are best as they
  // are.
  static double rows[200][N];
  for (int r = 0; r < 200; r++)
    plain(rows[r]);
  printf("%f %f %d\n", x[5], rows[7][7], n);
  return 0;
}

// Its text names what main does not know yet.
static int late = 4;
static void later(double *a) {
  for (int i = 0; i < N; i++)
    a[i] += late;
}
// CHECK: main: sequential
