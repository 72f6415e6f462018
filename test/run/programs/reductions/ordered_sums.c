// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// Sums whose order matters, with terms that any core can work out: scalars,
// members, elements that data selects, under conditions and in inner loops,
// beside sums that are exact in any order.
#include "../digest.h"

#include <math.h>
#include <stdlib.h>

#define N 40000

struct stats {
  double sum, weight;
  float least;
  long double wide;
  double bins[16];
  unsigned counts[16];
};

static double term(int i) {
  return sin(i * 0.37) / (1.0 + (i % 13)) + sqrt(i + 0.5);
}

static double global_sum;
static float narrow;

static void all_kinds(struct stats *st, const double *x, int n) {
  double s = 0.1, product = 1, back = 0;
  float f = 0;
  unsigned hits = 0, mask = 0;
  for (int i = 0; i < n; i++) {
    double t = term(i) * x[i];
    s += t;
    product *= 1.0 + t * 1e-9;
    back = t / 3 + back;
    f += t / 7;
    narrow = narrow - (float)t;
    if (t > 5) {
      st->sum += sqrt(t);
      st->weight -= 1 / t;
      hits++;
    }
    st->wide += (long double)t / 11;
    global_sum += t / (i + 1);
    mask ^= (unsigned)(t * 1000);
    int k = (int)(fabs(t) * 3) & 15;
    st->bins[k] += sqrt(fabs(t));
    st->counts[k]++;
  }
  printf("%.17g %.17g %.17g %.9g %u %u\n", s, product, back, f, hits, mask);
}

static double inner_loops(const double *x, int rows, int columns) {
  double all = 0, peaks = 0;
  for (int r = 0; r < rows; r++) {
    double row = 0;
    for (int c = 0; c < columns; c++) {
      double t = exp(-x[r * columns + c] * 0.01);
      all += sqrt(t);
      if (t > row)
        row = t;
    }
    peaks += row;
  }
  return all + peaks;
}

struct moments {
  int n;
  double mean, square;
};

static void add_moment(struct moments *m, double v) {
  m->n++;
  m->mean += v / 64;
  m->square += v * v / 64;
}

static void add_bin(struct stats *st, double v) {
  st->bins[(int)v & 15] += sqrt(v);
  global_sum -= v / 128;
}

static void add_both(struct stats *st, struct moments *m, double v) {
  add_bin(st, v);
  if (v > 2)
    add_moment(m, sqrt(v));
}

// Updates in called functions, with more of them than a log has room for.
static void by_helpers(struct stats *st, const double *x, int n) {
  struct moments m = {0}, far = {0};
  for (int i = 0; i < n; i++) {
    double v = fabs(term(i) * x[i]);
    add_moment(&m, v);
    add_both(st, &far, v);
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < n; k++)
      add_moment(&m, sqrt(x[k] + i));
  printf("%d %.17g %.17g %d %.17g %.17g\n", m.n, m.mean, m.square, far.n,
         far.mean, far.square);
}

// More updates in an iteration than a log has room for.
static double overflowing(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < n; k++)
      s += sqrt(x[k] + i);
  return s;
}

static int moved(const double *x, int n) {
  double s = 0, last = 0;
  int i, at = 7, step = 0;
  const double *p = x;
  for (i = 3; i < n; i += 2) {
    last = sqrt(*p) + at;
    s += last / (i + 1);
    p++;
    at += 5;
    if (at % 2)
      continue;
    s -= last / (i + 2);
  }
  for (int k = n - 1; k >= 0; k--)
    step += k, s += sqrt(x[k]) / (k + 1);
  printf("%.17g %.17g %d %d %d %d\n", s, last, i, at, (int)(p - x), step);
  return i;
}

int main(void) {
  double *x = malloc(N * sizeof *x);
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919 % 1000) / 100.0;
  struct stats st = {0};
  st.sum = -3;
  all_kinds(&st, x, N);
  all_kinds(&st, x, 1);
  all_kinds(&st, x, 0);
  all_kinds(&st, x, 77);
  by_helpers(&st, x, N);
  by_helpers(&st, x, 3);
  printf("%.17g %.17g %.20Lg %.17g %.9g\n", st.sum, st.weight, st.wide,
         global_sum, narrow);
  for (int k = 0; k < 16; k++)
    printf("%.17g %u\n", st.bins[k], st.counts[k]);
  printf("%.17g\n", inner_loops(x, 200, 200));
  printf("%.17g\n", inner_loops(x, 3, 7));
  printf("%.17g\n", overflowing(x, N));
  for (int n = 0; n < 9; n++)
    moved(x, n);
  moved(x, N);
  free(x);
  return 0;
}
