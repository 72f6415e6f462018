// Two pairs of calls in functions that have few of the program's loops: for
// the try, the others are not judged again. One call is a level, one is none.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket -Rhocket-analysis %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
#include <stdio.h>
enum { N = 4000, T = 60 };
static double a[N], b[N], c[N], d[N];
static unsigned counts[1024];

static void smooth(double *x, double *y, int n) {
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i] / (1.5 + y[i] * y[i]);
  }
}

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 300000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 1024] += seed & 7;
  }
}

static void scale(double *x) {
  for (int t = 0; t < T; t++) {
    x[t] += x[t + 1];
    for (int i = 0; i < N; i++)
      x[i] = x[i] / (1.5 + x[i] * x[i]);
  }
}

static void both(unsigned seed) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: call of 'smooth' is a level of the task graph of 'both': what it holds runs beside the call at line [[#@LINE+2]]; this saves {{[0-9.]+}} us [-Rhocket=call-is-level]
  smooth(a, b, N);
  count(counts, seed);
}

static void alike(void) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: call of 'scale' is no level of the task graph of 'alike': beside the call at line [[#@LINE+2]], that would save {{.*}} [-Rhocket-analysis=call-is-task]
  scale(c);
  scale(d);
}

static void other0(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 0;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other1(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 1;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other2(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 2;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other3(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 3;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other4(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 4;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other5(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 5;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other6(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 6;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other7(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 7;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other8(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 8;
  for (int i = 0; i < N; i++)
    x[i] += i;
}
static void other9(double *x) {
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] * 0.5 + 9;
  for (int i = 0; i < N; i++)
    x[i] += i;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    a[i] = c[i] = d[i] = i;
  other0(a);
  other1(c);
  other2(d);
  other3(a);
  other4(c);
  other5(d);
  other6(a);
  other7(c);
  other8(d);
  other9(a);
  both(argc);
  alike();
  printf("%.17g %u %.17g %.17g\n", a[77], counts[5], c[5], d[8]);
  return 0;
}
