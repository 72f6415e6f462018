// SPDX-License-Identifier: Apache-2.0
//
// Extremes and where they were, kept in places by functions that the loop
// calls; and by functions that do something else with them besides.
#include "../digest.h"

#define N 12000
static int a[N], m[120][100], trace[N];
static double d[N];

struct best {
  double value;
  int at, count;
};
static struct best shared;

static void consider(struct best *s, double v, int i) {
  if (v < s->value) {
    s->value = v;
    s->at = i;
  }
}
static inline void track(int v, int i, int *max, int *pos) {
  if (v >= *max) {
    *max = v;
    *pos = i;
  }
}
static void through(struct best *s, const double *x, int i) {
  if (i % 5 != 2)
    consider(s, x[i] * 0.5, i);
}
static void row(const int *x, int n, int r, int *max, int *where) {
  for (int j = 0; j < n; j++)
    if (x[j] > *max) {
      *max = x[j];
      *where = r * 1000 + j;
    }
}
static void common(double v, int i) {
  if (v > shared.value) {
    shared.value = v;
    shared.at = i;
  }
}
static int low = 1 << 30, low_at;
static void globals(int v, int i) {
  if (v < low) {
    low = v;
    low_at = i;
  }
}
static int counting(struct best *s, double v, int i) {
  s->count++;
  if (v < s->value) {
    s->value = v;
    s->at = i;
  }
  return s->at;
}

static void parallel(int n, int rows) {
  struct best one = {1e300, -1, 0}, two = {1e300, -1, 0}, both = {50, -1, 0};
  int max = -1, pos = -1, most = -1, where = -1;
  for (int i = 0; i < n; i++)
    consider(&one, d[i], i);
  printf("%g %d\n", one.value, one.at);
  one.value = 1e9;
  for (int i = 0; i < n; i++) {
    consider(&one, d[i], i);
    consider(&two, -d[i], i);
  }
  printf("%g %d %g %d\n", one.value, one.at, two.value, two.at);
  for (int i = 0; i < n; i++) {
    consider(&both, d[i], i);
    consider(&both, d[i] - a[i], -i);
  }
  printf("%g %d\n", both.value, both.at);
  two.value = 1e300;
  for (int i = 0; i < n; i++)
    through(&two, d, i);
  printf("%g %d\n", two.value, two.at);
  for (int i = 0; i < n; i++)
    track(a[i], i, &max, &pos);
  printf("%d %d\n", max, pos);
  for (int r = 0; r < rows; r++)
    row(m[r], 100, r, &most, &where);
  printf("%d %d\n", most, where);
  shared.value = -1;
  for (int i = 0; i < n; i++)
    common(d[i], i);
  printf("%g %d\n", shared.value, shared.at);
}

static void otherwise(int n, struct best *s, struct best *t) {
  int max = -1, at = 0;
  for (int i = 0; i < n; i++)
    globals(a[i], i);
  for (int i = 0; i < n; i++)
    counting(s, d[i], i);
  for (int i = 0; i < n; i++)
    trace[i] = counting(s, -d[i], i);
  for (int i = 0; i < n; i++)
    consider(i % 3 ? s : t, -d[i] * i, i);
  for (int i = 0; i < n; i++) {
    consider(s, -d[i] * i, i);
    consider(t, d[i] - i, i);
  }
  for (int i = 0; i < n; i++) {
    consider(s, d[i] - 4 * i, i);
    trace[i] += s->at;
  }
  for (int i = 0; i < n; i++)
    track(a[i] * 3, i, &max, &max);
  for (int i = 0; i < n; i++)
    track(a[i] * 3, i, &at, &max);
  printf("%d %d %d %d %g %d %d %g %d\n", low, low_at, max, at, s->value, s->at,
         s->count, t->value, t->at);
  show("trace", trace, sizeof trace);
}

int main(void) {
  static const int sizes[] = {0, 1, 7, 130, 4001, N};
  struct best s = {3, -1, 0}, t = {4, -2, 0};
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 48271LL + 11) % 997);
    d[i] = (a[i] % 90) * 0.25;
  }
  for (int i = 0; i < 120; i++)
    for (int j = 0; j < 100; j++)
      m[i][j] = (i * 7919 + j * 104729) % 1013;
  for (volatile int k = 0; k < 6; k++) { /* no region of its own */
    int n = sizes[k];
    parallel(n, n < 120 ? n : 120);
    otherwise(n, &s, &t);
    otherwise(n, &s, &s);
  }
  return 0;
}
