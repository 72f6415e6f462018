// SPDX-License-Identifier: Apache-2.0
//
// The place of an extreme: first and last of equal ones, NaN and both zeros,
// several companions, nothing selected at all; and what only looks like it.
#include "../digest.h"

#define N 20000
static int a[N], b[300][300], trace[N];
static double d[N];
static const char *names[4] = {"north", "east", "south", "west"};

struct found {
  int first, last, low, pivot;
};

static struct found ints(const int *x, int n, int start) {
  int best = start, at = -1, top = start, where = -2, twice = 0;
  const char *name = "none";
  for (int i = 0; i < n; i++)
    if (x[i] < best) {
      best = x[i];
      at = i;
      twice = 2 * i;
    }
  for (int i = n - 1; i >= 0; i--)
    if (x[i] >= top) {
      where = i;
      name = names[i & 3];
      top = x[i];
    }
  int other = start, place = -1;
  for (int i = 0; i < n; i++) {
    int v = x[i] ^ 21;
    if (v <= other) {
      other = v;
      place = i;
    }
  }
  printf("%d %d %d %d %d %s %d %d\n", best, at, twice, top, where, name, other,
         place);
  return (struct found){at, where, best, place};
}

static void floats(const double *x, int n, double start) {
  double low = start, high = start, equal = start;
  float small = (float)start;
  int at = -1, last = -1, worst = -1;
  for (int i = 0; i < n; i++)
    if (x[i] < low) {
      low = x[i];
      at = i;
    }
  for (int i = 0; i < n; i++)
    if (high <= x[i])
      high = x[i], last = i;
  for (int i = 0; i < n; i++) {
    if (high <= x[i]) {
      high = x[i];
      last = i;
    }
    if (x[i] <= equal)
      equal = x[i];
  }
  /* Rounded where it is kept: not the value that was compared. */
  for (int i = 0; i < n; i++)
    if (x[i] < small) {
      small = (float)x[i];
      worst = i;
    }
  printf("%g %d %g %d %g %g %d\n", low, at, high, last, equal, (double)small,
         worst);
}

/* Only the place is kept. */
static int by_place(const int *x, int n) {
  int first = 0, last = 0, row = 0;
  for (int i = 1; i < n; i++)
    if (x[i] < x[first])
      first = i;
  for (int i = 1; i < n; i++)
    if (x[last] <= x[i])
      last = i;
  for (int k = 0; k < 5; k++) {
    int p = k;
    for (int r = k + 1; r < 300 && r < n; r++)
      if (b[r][k] > b[p][k])
        p = r;
    row = row * 31 + p;
  }
  return first * 7 + last + row;
}

static int nested(int n) {
  int best = 1 << 30, r = -1, c = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 300; j++)
      if (b[i][j] < best) {
        best = b[i][j];
        r = i;
        c = j;
      }
  return best + r * 1000 + c;
}

/* The best so far, or its place, is used on the way. */
static int on_the_way(const int *x, int n) {
  int best = 1 << 30, at = -1, records = 0, sum = 0, second = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
    trace[i] = best;
  }
  best = 1 << 30;
  for (int i = 0; i < n; i++)
    if (x[i] < best) {
      best = x[i];
      at = i;
      records++;
    }
  best = 1 << 30;
  for (int i = 0; i < n; i++) {
    if (x[i] < best) {
      second = best;
      best = x[i];
    }
    sum += at;
  }
  best = 1 << 30;
  for (int i = 0; i < n; i++)
    if (x[i] < best) {
      at = i;
      best = x[at];
    }
  return records * 3 + sum + second + at;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 5, 63, 299, 4001, N};
  volatile double zero = 0.0;
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 48271LL + 11) % 997);
    d[i] = i % 50 == 3 ? zero / zero : i % 7 == 2 ? -0.0 : (double)(a[i] % 90);
  }
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      b[i][j] = (i * 7919 + j * 104729) % 1013;
  for (volatile int k = 0; k < 8; k++) { /* no region of its own */
    int n = sizes[k];
    struct found f = ints(a, n, 500);
    printf("%d %d\n", f.first, f.last);
    ints(a, n, -5);
    ints(a, n, 2000);
    floats(d, n, 30.5);
    floats(d, n, 0.0);
    floats(d, n, zero / zero);
    floats(d, n, -0.0);
    printf("%d %d %d\n", by_place(a, n), nested(n < 300 ? n : 300),
           on_the_way(a, n));
    show("trace", trace, sizeof trace);
  }
  return 0;
}
