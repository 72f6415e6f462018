// SPDX-License-Identifier: Apache-2.0
//
// Called functions that accumulate into, or work in, variables that they name
// themselves: totals, members, counters, extremes, work arrays at file scope
// and in the function, two calls deep, with early returns, several at once.
#include "../digest.h"

#include <stdlib.h>

#define N 1500
struct stats {
  long n, sum;
  int max;
  double least;
};
static int a[N + 1], out[N + 1];
static long total, product = 1;
static unsigned bits, parity;
static double least = 1e300;
static int counters[256], scratch[64], odd;
static struct stats all;
static double *work;

static void start(void) {
  for (int i = 0; i <= N; i++) {
    a[i] = (i * 7919 + 13) % 10007;
    out[i] = 0;
  }
}

static void add(int x) { total += x; }
static void addOdd(int x) {
  if (x % 2 == 0)
    return;
  add(x);
  odd++;
}
static void fold(int x) {
  bits |= x & 0x7f3;
  parity ^= (unsigned)x;
  product *= x | 1;
}
static void least_of(double x) {
  if (x < least)
    least = x;
}
static void count(struct stats *s, int x) {
  s->n++;
  s->sum += x;
  if (x > s->max)
    s->max = x;
  if (x * 0.5 < s->least)
    s->least = x * 0.5;
}
static void countAll(int x) { count(&all, x); }
static void tally(int *h, int x) { h[x & 63] += 2; }
static void tallyHere(int x) { counters[x & 255]++; }

static int mix(int x) {
  int s = 0;
  for (int k = 0; k < 64; k++)
    scratch[k] = x * k + 1;
  for (int k = 0; k < 64; k++)
    s += scratch[63 - k] ^ k;
  return s;
}
static int digits(int x) {
  static char text[16];
  int n = 0, s = 0;
  for (int k = 0; k < 12; k++) {
    text[k] = (char)('0' + x % 10);
    x /= 10;
  }
  for (int k = 0; k < 12; k++) {
    n += text[k] != '0';
    s = s * 3 + text[11 - k];
  }
  return s + n;
}
static int half(int x, int n) {
  static int part[40];
  int s = 0;
  for (int k = 0; k < n; k++)
    part[k] = x + k;
  for (int k = 0; k < n; k++)
    s += part[n - 1 - k] * k;
  return s;
}
static void fill(int *v, int x) {
  for (int k = 0; k < 64; k++)
    v[k] = x - k;
}
static int through(int x) {
  int s = 0;
  fill(scratch, x);
  for (int k = 0; k < 64; k += 3)
    s = s * 5 + scratch[k];
  return s;
}
static double inWork(int x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++)
    work[k] = x * 0.25 + k;
  for (int k = 0; k < n; k++)
    s += work[n - 1 - k] * k;
  return s;
}
static int both(int x) {
  add(x);
  tallyHere(x);
  return mix(x) - digits(x);
}

static void run(int n) {
  int own[64] = {0};
  struct stats st = {0, 0, -1, 1e9}, *p = &st;
  start();
  for (int i = 0; i < n; i++)
    add(a[i]);
  for (int i = 0; i < n; i++)
    addOdd(a[i]);
  for (int i = 0; i < n; i++)
    fold(a[i]);
  for (int i = 0; i < n; i++)
    least_of(a[i] * -0.5);
  for (int i = 0; i < n; i++)
    count(&st, a[i]);
  for (int i = 0; i < n; i++)
    count(p, a[i] / 2);
  for (int i = 0; i < n; i++)
    countAll(a[i]);
  for (int i = 0; i < n; i++)
    tally(own, a[i]);
  for (int i = 0; i < n; i++)
    tallyHere(a[i]);
  printf("%ld %d %u %u %ld %g\n", total, odd, bits, parity, product, least);
  printf("%ld %ld %d %g\n", st.n, st.sum, st.max, st.least);
  printf("%ld %ld %d %g\n", all.n, all.sum, all.max, all.least);
  show("own", own, sizeof own);
  show("counters", counters, sizeof counters);
  for (int i = 0; i < n; i++)
    out[i] = mix(a[i]);
  show("scratch", scratch, sizeof scratch);
  for (int i = 0; i < n; i++)
    out[i] += digits(a[i]);
  for (int i = 0; i < n; i++)
    out[i] += half(a[i], 8 + n % 32);
  for (int i = 0; i < n; i++)
    out[i] ^= through(a[i]);
  show("scratch", scratch, sizeof scratch);
  for (int i = 0; i < n; i++)
    out[i] += (int)inWork(a[i], 20);
  show("work", work, 20 * sizeof *work);
  for (int i = 0; i < n; i++)
    if (a[i] & 1)
      out[i] += both(a[i]);
  show("out", out, sizeof out);
  show("scratch", scratch, sizeof scratch);
  show("counters", counters, sizeof counters);
  printf("%ld\n", total);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 5, 63, 64, 65, 130, N};
  all.least = 1e300;
  work = calloc(20, sizeof *work);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    run(sizes[s]);
  free(work);
  return 0;
}
