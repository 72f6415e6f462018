// SPDX-License-Identifier: Apache-2.0
//
// Calls in time loops whose functions have parallel loops, so that they are
// written out in place; in every way in which that could go wrong: parameters
// that are assigned, converted or exchanged, returns in the middle, names that
// mean something else in the caller, states that outlive a call.
#include "../digest.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define N 700
static double u[N + 2], v[N + 2], w[N + 2];
static int marks[N + 2];
static int count, going;
typedef struct {
  double *data;
  int n;
  short shift;
} Row;

static void fill(double *x, int seed) {
  for (int i = 0; i < N + 2; i++)
    x[i] = (i * 37 + seed * 11) % 101 / 7.0;
}

static void step(const double *restrict from, double *restrict to, int n) {
  for (int i = 1; i <= n; i++)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

/* Exchanged: what is called `a` here is called `b` there. */
static void exchange(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 0.5 + i;
}

/* Assigned, and narrower than what is passed. */
static void assigned(double *x, unsigned char n, float scale) {
  n = (unsigned char)(n * 3);
  scale += 0.1f;
  for (int i = 0; i < n; i++)
    x[i] += scale;
  x += 300;
  for (int i = 0; i < n; i++)
    x[i] -= scale;
}

static int early(double *x, int n) {
  if (n <= 0)
    return -1;
  if (n > N) {
    x[0] += 1;
    return -2;
  }
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.875 + 1;
  if (x[0] > 6) {
    for (int i = 0; i < n; i++)
      marks[i] += 2;
    if (x[1] > 9)
      return 1;
    else
      return 2;
  }
  int last = n - 1;
  marks[last]++;
  return last;
}

/* Falls through on one side. */
static int partly(double *x, int n) {
  if (n > 500) {
    if (x[0] > 7)
      return 1;
  } else {
    return 2;
  }
  for (int i = 0; i < n; i++)
    x[i] -= 0.25;
  return 3;
}

static void nothing(double *x, int n) {
  if (n % 3 == 0)
    return;
  for (int i = 0; i < n; i++)
    x[i] += 0.5;
}

/* In the middle of a loop: stays a call. */
static int middle(const double *x, int n, double limit) {
  for (int i = 0; i < n; i++)
    marks[i] += x[i] > limit;
  for (int i = 0; i < n; i++) {
    if (x[i] > limit)
      return i;
    if (marks[i] < 0)
      break;
  }
  return n;
}

static double change(const double *a, const double *b, int n) {
  double most = 0;
  for (int i = 1; i <= n; i++) {
    double d = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    if (d > most)
      most = d;
  }
  return most;
}

/* Its own variable must not be another one in the copy. */
static int numbered(double *x, int n) {
  static int calls;
  calls++;
  for (int i = 0; i < n; i++)
    x[i] += calls;
  return calls;
}

static void counted(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += count;
  count++;
}

/* Decides whether its caller goes on. */
static void decides(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 0.5;
  going = x[5] > 0.01;
}

static double recursive(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += 1;
  return n < 90 ? x[0] : recursive(x, n / 2) + 1;
}

static void summed(double *x, int n, ...) {
  va_list list;
  va_start(list, n);
  double more = va_arg(list, double);
  va_end(list);
  for (int i = 0; i < n; i++)
    x[i] += more;
}

static void row(Row r, const char *name, char sign) {
  r.n -= r.shift;
  for (int i = 0; i < r.n; i++)
    r.data[i] += (double)strlen(name) + sign;
}

static const double constant(double *const x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += 0.125;
  return x[n / 2];
}

static void outer(double *x, double *y, const int n) {
  exchange(x, y, n);
  const int i = early(y, n);
  for (int k = 0; k < n; k++)
    x[k] += i;
}

static void hides(int steps) {
  int count = 5; /* not the one that counted() knows */
  for (int s = 0; s < steps; s++) {
    counted(u, N);
    count += s;
  }
  printf("count %d\n", count);
}

/* What is done before a call stays before it. */
static void sequences(int steps) {
  int n = 100, more = 0;
  for (int s = 0; s < steps; s++) {
    count = 7 + s, counted(u, N);
    n = 50 + s, nothing(u, n);
    more += (n = 90, early(v, n));
    int last = (count = 2, early(w, n + s));
    marks[count % 8] = last, counted(v, N);
    more += count > 3 ? early(u, 200) : 1;
    more += count > 2 && early(u, 300) > 0;
    marks[(count++, 3)] += early(v, marks[2] % 400);
    double both[2] = {(count = 1, change(u, v, N)), change(v, w, N)};
    u[2] += both[0] + both[1];
  }
  printf("%d %d %d\n", n, more, count);
}

static void shadows(int steps) {
  int n = 10, i = 3, x = 4;
  double *a = u, *b = v;
  for (int s = 0; s < steps; s++) {
    exchange(b, a, n * 20 + x);
    exchange(a, b, i + n);
    for (int n = 0; n < 2; n++)
      nothing(a, n + 400);
  }
  printf("%d %d %d\n", n, i, x);
}

static void ways(int steps) {
  for (int s = 0; s < steps; s++)
    if (s % 2)
      nothing(u, N - s);
    else
      counted(v, N);
  int total = 0;
  for (int s = 0; s < steps; s++) {
    int a = early(u, s * 100 - 100);
    total += a;
    total -= early(v, N - 1);
    (void)early(w, N);
    early(u, s), total++;
    nothing(s & 1 ? u : v, N), row((Row){w, N, 3}, "a, (b", ','), total--;
    row((Row){w + 1, N - 2, (short)(s * 65537)}, ")\"", '(');
    u[total & 63] = change(v, w, N / 2);
    assigned(v, s + 200, 0.3);
    total += numbered(w, N) + (int)recursive(u, N);
    summed(v, N, 0.25);
    outer(u, w, N - s);
    double half = constant(u, N);
    w[1] = half;
    total += partly(w, s * 130);
    total = middle(v, N, 30) + total;
  }
  printf("total %d\n", total);
}

static void converges(double limit, int most) {
  fill(u, 3);
  memcpy(v, u, sizeof v);
  double *now = u, *next = v;
  int steps = 0;
  double residual = 0;
  do {
    step(now, next, N);
    residual = change(now, next, N);
    double *t = now;
    now = next;
    next = t;
    steps++;
  } while (residual > limit && steps < most);
  printf("%d steps, %.17g\n", steps, residual);
  steps = 0;
  while (change(now, next, N) > limit && steps++ < most)
    step(now, now == u ? v : u, N);
  show("now", now, sizeof u);
  printf("%d\n", steps);
}

static void leaves(int steps, double limit) {
  int s;
  for (s = 0; s < steps; s++) {
    step(u, v, N);
    if (change(u, v, N) < limit)
      break;
    if (s % 4 == 3)
      continue;
    step(v, u, N);
    if (s % 5 == 0)
      printf("step %d: %.17g\n", s, u[N / 2]);
  }
  printf("left at %d\n", s);
}

static int refuses(int steps) {
  for (int s = 0; s < steps; s++) {
    exchange(v, w, N);
    if (v[3] > 1e6)
      return s;
    exchange(w, v, N);
  }
  return -1;
}

static void until(void) {
  int rounds = 0;
  for (going = 1; going; rounds++)
    decides(w, N);
  printf("%d rounds\n", rounds);
}

int main(void) {
  for (int steps = 0; steps < 4; steps++) {
    fill(u, steps);
    fill(v, 1);
    fill(w, 2);
    hides(steps);
    shadows(steps);
    sequences(steps * 2);
    ways(steps * 3);
    show("u", u, sizeof u);
    show("v", v, sizeof v);
    show("w", w, sizeof w);
    converges(steps == 0 ? 1e9 : 0.1 / steps, 30);
    leaves(steps * 7, steps == 2 ? 100.0 : 0.01);
    printf("%d\n", refuses(steps * 40));
    until();
    show("w", w, sizeof w);
    show("marks", marks, sizeof marks);
  }
  return 0;
}
