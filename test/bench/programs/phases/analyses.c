// SPDX-License-Identifier: Apache-2.0
// Independent analyses of each series of measurements, called one after
// another: smoothing, turning points, a walk through bins, a checksum, a
// simulation.
//
// SMALL: 3000 2
//
// Each analysis is sequential inside or nearly so; they only read the series,
// and each writes a result of its own: coarse-grain tasks of unlike length.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double level, swing;
} Smoothed;

typedef struct {
  long peaks, longest;
} Turns;

static Smoothed smooth(const double *v, long n) {
  Smoothed s = {v[0], 0.0};
  for (long i = 1; i < n; i++) {
    double error = v[i] - s.level;
    s.level += 0.1 * error;
    s.swing += 0.05 * (fabs(error) - s.swing);
  }
  return s;
}

static Turns turning_points(const double *v, long n) {
  Turns t = {0, 0};
  long since = 0;
  for (long i = 1; i < n - 1; i++) {
    since++;
    if ((v[i] - v[i - 1]) * (v[i + 1] - v[i]) < 0.0) {
      t.peaks++;
      if (since > t.longest)
        t.longest = since;
      since = 0;
    }
  }
  return t;
}

static int walk(const double *v, long n, int *visits, int bins) {
  int at = bins / 2;
  for (long i = 0; i < n; i++) {
    at += v[i] > 0.5 ? 1 : -1;
    if (at < 0)
      at = bins - 1;
    if (at >= bins)
      at = 0;
    visits[at]++;
  }
  return at;
}

static unsigned checksum(const double *v, long n) {
  unsigned c = 1;
  for (long i = 0; i < n; i++)
    c = (c * 33u) ^ (unsigned)(v[i] * 65536.0);
  return c;
}

static double simulate(const double *v, long n) {
  double x = 0.4, charge = 0.0;
  for (long i = 0; i < n; i++) {
    x = 3.7 * x * (1.0 - x);
    charge = 0.99 * charge + (x < v[i] ? 0.01 : -0.01);
  }
  return charge;
}

int main(int argc, char **argv) {
  long n = argc > 2 ? atol(argv[1]) : 4000000;
  int series = argc > 2 ? atoi(argv[2]) : 16;
  double *v = calloc(n, sizeof *v);
  static int visits[512];
  if (!v)
    return 1;
  for (int k = 0; k < series; k++) {
    for (long i = 0; i < n; i++)
      v[i] = (double)((unsigned)(i + k) * 2654435761u >> 8) / 16777216.0;
    Smoothed s;
    Turns t;
    int at;
    unsigned c;
    double charge;
    s = smooth(v, n);
    t = turning_points(v, n);
    at = walk(v, n, visits, 512);
    c = checksum(v, n);
    charge = simulate(v, n);
    printf("level %.17g, swing %.17g, ", s.level, s.swing);
    printf("%ld peaks, longest way %ld, ", t.peaks, t.longest);
    printf("ends at %d, %d visits, ", at, visits[at]);
    printf("checksum %08x, charge %.17g\n", c, charge);
  }
  free(v);
  return 0;
}
