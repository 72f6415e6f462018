// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w -lm -pthread
//
// Updates that look as if they could be put down and made later.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 5000
static double x[N], y[N];
struct acc {
  double sum, total;
  struct acc *next;
};

// The value on the way is used.
static double running(void) {
  double s = 0;
  for (int i = 0; i < N; i++) {
    s += sqrt(x[i]);
    y[i] = s;
  }
  return s;
}

// ... in a condition only.
static double until(void) {
  double s = 0, t = 0;
  for (int i = 0; i < N; i++) {
    if (s < 1000)
      t += 1;
    s += sqrt(x[i]);
  }
  return s + t;
}

// The target may be one of the addends.
static void alias(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    *to += sqrt(from[i]);
}

// The terms read what the updates write, one element on.
static void shifted(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[(i * 7) % 16] += sqrt(fabs(a[(i * 7 + 3) % 16]));
}

// Two operators on one target.
static double mixed(void) {
  double s = 1;
  for (int i = 0; i < N; i++) {
    s += sqrt(x[i]);
    s *= 0.999;
  }
  return s;
}

// Two targets that may be one.
static void both(double *a, double *b) {
  for (int i = 0; i < N; i++) {
    *a += sqrt(x[i]);
    *b *= 1 + 1e-6 * sqrt(x[i]);
  }
}

// One target in two types of computation.
static float types(void) {
  float s = 0;
  for (int i = 0; i < N; i++) {
    s += (float)x[i] * 0.1f;
    s += sqrt(x[i]);
  }
  return s;
}

// Two operations in one update.
static double chain(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s + sqrt(x[i]) - x[i] / 3;
  return s;
}

// The sign of zeros.
static void zeros(void) {
  double a = -0.0, b = -0.0, c = 0.0, d = -0.0;
  for (int i = 0; i < N; i++) {
    a += -0.0 * sqrt(x[i] + 1);
    b -= 0.0 * sqrt(x[i] + 1);
    c -= 0.0 * sqrt(x[i] + 1);
    d *= sqrt(x[i] + 1);
  }
  printf("%g %g %g %g\n", a, b, c, d);
}

static void not_numbers(void) {
  double a = 0, b = 1;
  float f = 1e38f;
  for (int i = 0; i < N; i++) {
    a += i == N / 2 ? INFINITY : i == N - 3 ? -INFINITY : sqrt(x[i]);
    b *= 1e300 * sqrt(x[i] + 1);
    f += 1e38 * sqrt(x[i]);
  }
  printf("%d %d %d\n", isnan(a), isinf(b), isinf(f));
}

// Where the target is moves with the iterations.
static void walked(struct acc *a) {
  struct acc *p = a;
  for (int i = 0; i < N; i++) {
    p->sum += sqrt(x[i]);
    p = p->next;
  }
}

// The pointer to it is overwritten on the way.
static void moved(struct acc **a, struct acc *other) {
  for (int i = 0; i < N; i++) {
    (*a)->total += sqrt(x[i]);
    if (i == N / 3)
      *a = other;
  }
}

// Nothing is touched where no iteration gets there.
static void untouched(struct acc *none) {
  for (int i = 0; i < N; i++)
    if (x[i] < -1)
      none->sum += sqrt(-x[i]);
}

// What a called function updates.
static double kept;
static void keep(double t) { kept += sqrt(t); }
static void called(void) {
  for (int i = 0; i < N; i++)
    keep(x[i]);
}

// A called function reads it.
static double look(void) { return kept > 100 ? 0.5 : 1.5; }
static void looked(void) {
  for (int i = 0; i < N; i++)
    kept += sqrt(x[i]) * look();
}

// What a called function adds to the same target, in the value of an update.
static double adds_too(double t) {
  kept += sqrt(t);
  return cbrt(t);
}
static double adds_there(struct acc *a, double t) {
  a->sum += sqrt(t);
  return t / 3;
}
static void nested(struct acc *a) {
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < N; i++) {
      kept += adds_too(x[i]);
      a->sum += adds_there(a, x[i]);
    }
}

static double with_errno(void) {
  double s = 0;
  errno = 0;
  for (int i = 0; i < N; i++)
    s += i % 100 == 17 ? 1 : log(x[i] - (i == 4321));
  return s;
}

static double with_labels(int n) {
  double s = 0;
  int i = 0;
  for (i = 0; i < n; i++) {
    switch (i & 3) {
    case 0:
      s += sqrt(x[i]);
      break;
    case 1:
      continue;
    default:
      s -= cbrt(x[i]);
    }
    if (x[i] > 3)
      s += 1;
  }
  return s + i;
}

static double shadowed(void) {
  double s = 0;
  for (int i = 0; i < N; i++) {
    double t = sqrt(x[i]);
    {
      double s = t * 2;
      s += 1;
      t += s;
    }
    s += t / 3;
  }
  return s;
}

int main(void) {
  struct acc a = {0}, b = {1};
  a.next = &b;
  b.next = &a;
  for (int i = 0; i < N; i++)
    x[i] = (i * 31 % 101) / 10.0;
  printf("%.17g %.17g\n", running(), y[N / 2]);
  printf("%.17g\n", until());
  memcpy(y, x, sizeof y);
  alias(&y[100], y, N);
  printf("%.17g\n", y[100]);
  double small[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  shifted(small, N);
  printf("%.17g %.17g\n", small[0], small[15]);
  printf("%.17g\n", mixed());
  double d = 1, e = 2;
  both(&d, &e);
  both(&d, &d);
  printf("%.17g %.17g\n", d, e);
  printf("%.9g\n", types());
  printf("%.17g\n", chain());
  zeros();
  not_numbers();
  walked(&a);
  struct acc *p = &a;
  moved(&p, &b);
  printf("%.17g %.17g %.17g %.17g\n", a.sum, b.sum, a.total, b.total);
  untouched(NULL);
  called();
  looked();
  printf("%.17g\n", kept);
  nested(&a);
  printf("%.17g %.17g\n", kept, a.sum);
  printf("%.17g\n", with_errno());
  printf("%d\n", errno);
  for (int n = 0; n < 5; n++)
    printf("%.17g\n", with_labels(n));
  printf("%.17g\n", with_labels(N));
  printf("%.17g\n", shadowed());
  return 0;
}
