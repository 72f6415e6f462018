// SPDX-License-Identifier: Apache-2.0
//
// Extremes whose condition asks for more than the comparison: guards before and
// behind it, alternatives that take the first or begin anew, records that are
// assigned as a whole. Of equal values the first stays, or the last; NaN is
// never selected.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 997 };
typedef struct {
  int kind, a, b;
  double gain;
} Move;
typedef struct {
  double x;
  int id, used;
} Item;

static double value[N];
static int weight[N];
static char done[N];
static Item items[N];

__attribute__((noinline)) static int guardBefore(const double *d,
                                                 const char *skip, int n,
                                                 double from, double *most) {
  double best = from;
  int at = -1;
  for (int j = 0; j < n; j++)
    if (!skip[j] && d[j] < best) {
      best = d[j];
      at = j;
    }
  *most = best;
  return at;
}
__attribute__((noinline)) static int guardBehind(int n, double from) {
  double best = from;
  int at = -1;
  for (int j = 0; j < n; j++)
    if (value[j] <= best && !done[j]) {
      at = j;
      best = value[j];
    }
  return at;
}
__attribute__((noinline)) static int keyGuarded(const int *w, const char *skip,
                                                int n, int at) {
  for (int j = 0; j < n; j++)
    if (!skip[j] && w[j] < w[at])
      at = j;
  return at;
}
__attribute__((noinline)) static int keyNested(const int *w, int n, int at) {
  for (int j = 0; j < n; j++) {
    if (j % 3 == 1)
      continue;
    if (j % 2)
      if (w[j] >= w[at])
        at = j;
  }
  return at;
}
__attribute__((noinline)) static int firstOrLess(const double *d, int n, int at,
                                                 double m) {
  for (int j = 0; j < n; j++)
    if (at < 0 || d[j] < m) {
      m = d[j];
      at = j;
    }
  return at * 3 + (m < 0);
}
__attribute__((noinline)) static int foundOrLess(const double *d, int n,
                                                 int skip) {
  int found = 0, at = 0;
  double m = 0;
  for (int j = 0; j < n; j++)
    if (j % 7 > skip && (!found || d[j] < m)) {
      found = 1;
      at = j;
      m = d[j];
    }
  return found ? at : -1;
}
__attribute__((noinline)) static int keyFirst(int n, int at) {
  for (int j = 0; j < n; j++)
    if (weight[j] > 10 && (at == -1 || weight[j] < weight[at]))
      at = j;
  return at;
}
__attribute__((noinline)) static int
noneStays(int n) { /* the alternative may stay true */
  int at = -1;
  double m = 0;
  for (int j = 0; j < n; j++)
    if (at < 0 || value[j] < m) {
      m = value[j];
      at = weight[j] - 5;
    }
  return at;
}
__attribute__((noinline)) static double anew(int n, int every, int *where) {
  double m = 1e9;
  int at = -1;
  for (int j = 0; j < n; j++)
    if (j % every == 0 || value[j] < m) {
      m = value[j];
      at = j;
    }
  *where = at;
  return m;
}
__attribute__((noinline)) static const Item *pointed(int n, const Item *best) {
  for (int j = 0; j < n; j++)
    if (items[j].used && (!best || items[j].x > best->x))
      best = &items[j];
  return best;
}
__attribute__((noinline)) static Move whole(const double *d, int n,
                                            double from) {
  Move best = {0, 0, 0, from};
  for (int j = 0; j < n; j++) {
    double g = d[j] * 2 - d[n - 1 - j];
    if (g > best.gain)
      best = (Move){1, j, n - 1 - j, g};
  }
  return best;
}
__attribute__((noinline)) static void through(const double *d, int n,
                                              Move *best) {
  for (int j = 0; j < n; j++) {
    Move m = {2, j, n, d[j]};
    if (m.gain >= (*best).gain)
      *best = m;
  }
}
static double gain(const double *d, int a, int b) {
  return a == b ? NAN : d[a] - d[b] * 0.5;
}
__attribute__((noinline)) static Move several(const double *d, int n) {
  Move best = {0, 0, 0, 0};
  for (int a = 0; a < n; a++)
    for (int b = 0; b < 9; b++) {
      double g;
      if (a != 5 && (g = gain(d, a, b)) > best.gain)
        best = (Move){1, a, b, g};
      if (a < b && (g = gain(d, b, a)) > best.gain)
        best = (Move){2, a, b, g};
    }
  return best;
}
__attribute__((noinline)) static Move
others(const double *d, int n) { /* not the member that is kept */
  Move best = {0, 0, 0, -1};
  for (int j = 0; j < n; j++)
    if (d[j] > best.gain)
      best = (Move){best.kind + 1, j, best.a, d[j]};
  return best;
}

__attribute__((noinline)) static int intFirst(int n, int at, int m) {
  for (int j = 0; j < n; j++)
    if (!done[j] && (at < 0 || weight[j] > m)) {
      m = weight[j];
      at = j;
    }
  return at * 100 + m;
}
/* Guards behind the comparison, and comparisons behind an alternative, that do
   something. */
__attribute__((noinline)) static int effectBehind(int n, int *out) {
  int best = 1000, at = -1, t = -7;
  for (int j = 0; j < n; j++)
    if (weight[j] < best && (t = done[j]) == 0) {
      best = weight[j];
      at = j;
    }
  *out = t;
  return at;
}
__attribute__((noinline)) static int effectInTest(int n, int *out) {
  int best = 0, at = -1, t = -7;
  for (int j = 0; j < n; j++)
    if (done[j] && (at < 0 || (t = weight[j]) < best)) {
      best = weight[j];
      at = j;
    }
  *out = t;
  return at;
}

int main(void) {
  for (volatile int pass = 0; pass < 6; pass++) {
    for (int i = 0; i < N; i++) {
      int r = (i * 7919 + pass * 104729) % 1009;
      value[i] = pass == 3 ? 4.0 : pass == 4 && i % 5 ? NAN : (r % 200) - 60.5;
      weight[i] = pass == 3 ? 12 : r % 90;
      done[i] = pass == 5 || r % 3 == 0;
      items[i] = (Item){value[i], i, pass != 5 && r % 4 == 0};
    }
    static const int sizes[] = {0, 1, 2, 3, 7, 40, N};
    for (volatile int k = 0; k < 7; k++) {
      int n = sizes[k], where;
      double m, t;
      int a = guardBefore(value, done, n, 50, &m);
      printf("%d %d: %d %.17g %d %d", pass, n, a, m, guardBehind(n, 1e9),
             guardBehind(n, -60));
      printf(" %d %d %d", keyGuarded(weight, done, n, 0),
             keyGuarded(weight, done, n, N / 2), keyNested(weight, n, 3));
      printf(" %d %d %d %d", firstOrLess(value, n, -1, -1e9),
             firstOrLess(value, n, 4, -20), foundOrLess(value, n, 1),
             foundOrLess(value, n, 6));
      printf(" %d %d %d", keyFirst(n, -1), keyFirst(n, 2), noneStays(n));
      t = anew(n, 2000, &where);
      printf(" %g %d", t, where);
      t = anew(n, 100, &where);
      printf(" %g %d", t, where);
      const Item *p = pointed(n, 0), *q = pointed(n, &items[1]);
      printf(" %d %d", p ? p->id : -1, q->id);
      Move w = whole(value, n, -1e9), v = whole(value, n, 100),
           u = {7, 7, 7, 3};
      through(value, n, &u);
      printf(" %d %d %g %d %g %d %d %g", w.a, w.b, w.gain, v.a, v.gain, u.kind,
             u.a, u.gain);
      int t1, t2, a1 = effectBehind(n, &t1), a2 = effectInTest(n, &t2);
      printf(" %d %d %d %d %d %d", a1, t1, a2, t2, intFirst(n, -1, 0),
             intFirst(n, 3, 40));
      w = several(value, n > 9 ? n : 9);
      v = others(value, n);
      printf(" %d %d %d %g %d %d\n", w.kind, w.a, w.b, w.gain, v.kind, v.b);
    }
  }
  return 0;
}
