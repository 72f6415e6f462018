// SPDX-License-Identifier: Apache-2.0
// REGIONS: 4
//
/* No work moves across a reading of the clock. The program brings a clock of
   its own, under the name of the library's: it shows how many elements have
   been computed. */
#include "../../digest.h"
#include <time.h>

#define N 1024
static double a[N], b[N], c[N], d[N];

clock_t steps(void) __asm__("clock");
clock_t steps(void) {
  clock_t done = 0;
  for (int i = 0; i < N; i++)
    done += (a[i] != 0) + 2 * (b[i] != 0) + 3 * (c[i] != 0) + 5 * (d[i] != 0);
  return done;
}

static void forget(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = 0;
}

static double now(void) {
  clock_t t = clock();
  return (double)t;
}

static void fill(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = i * 0.5 + 1;
}

static void between_loops(int n) {
  clock_t t0 = clock();
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
  clock_t t1 = clock();
  for (int i = 0; i < n; i++)
    b[i] = i + 2;
  clock_t t2 = clock();
  for (int i = 0; i < n; i++)
    c[i] = a[i] + b[i];
  printf("loops %ld %ld %ld\n", (long)t0, (long)(t1 - t0), (long)(t2 - t1));
}

static void between_calls(int n) {
  double t0 = now();
  fill(a, n);
  double t1 = now();
  fill(b, n);
  fill(c, n);
  double t2 = now();
  fill(d, n);
  printf("calls %g %g %g\n", t0, t1 - t0, t2 - t1);
}

static void in_each_repetition(int n) {
  double first = 0, second = 0, third = 0;
  for (int step = 0; step < 3; step++) {
    double t0 = now();
    for (int i = step; i < n; i += 3)
      a[i] = i + 1;
    double t1 = now();
    for (int i = step; i < n; i += 3)
      b[i] = i + 2;
    double t2 = now();
    for (int i = step; i < n; i += 3)
      c[i] = a[i] * b[i];
    first += t1 - t0;
    second += t2 - t1;
    third += now() - t2;
  }
  printf("repetitions %g %g %g\n", first, second, third);
}

/* The loop over j would be parallel without the reading, and could be split. */
static void in_the_loop(int n) {
  double last = 0, most = 0;
  for (int j = 1; j < n; j++) {
    a[j] = j;
    double t = now();
    b[j] = a[j] + c[j];
    most = t - last > most ? t - last : most;
    last = t;
  }
  printf("loop %g %g\n", last, most);
}

static double timed(double *x, int n) {
  double start = now();
  fill(x, n);
  return now() - start;
}

static double halves(double *x, int n) {
  if (n <= 128)
    return timed(x, n);
  double left = halves(x, n / 2), right = halves(x + n / 2, n - n / 2);
  return left + right;
}

int main(void) {
  between_loops(N);
  forget();
  between_calls(N);
  forget();
  in_each_repetition(N);
  forget();
  in_the_loop(N);
  forget();
  double ta = timed(a, N), tb = timed(b, N);
  printf("timed %g %g\n", ta, tb);
  forget();
  printf("halves %g\n", halves(d, N));
  show("d", d, sizeof d);
  return 0;
}
