// SPDX-License-Identifier: Apache-2.0
//
// Called functions with totals and work arrays of their own that chunks cannot
// have for themselves, or not without care: used on the way, returned, kept in
// a static variable, filled under a condition, the same function for targets of
// both kinds, names that the caller has for something else.
#include "../../digest.h"

#define N 700
struct stats {
  int n, sum;
};
static int a[N], out[N], out2[N], *where[N];
static long total, late;
static int scratch[16], hist[32], filled;
static struct stats per[N], every;
static double sum;

static long running(int x) { return total += x; }
static int next(void) {
  static int last;
  return last++;
}
static void keep(int x) {
  static long kept;
  kept += x;
  out[x % N] = (int)(kept & 1) * 0 + x;
}
static long kept(int x, int ask) {
  static long s;
  s += x;
  return ask ? s : 0;
}
static int once(int x) {
  static int t[8];
  if (x == a[0])
    for (int k = 0; k < 8; k++)
      t[k] = x + k;
  return t[x & 7];
}
/* Always filled by the loop, not by all calls. */
static int maybe(int x, int fill) {
  static int t[8];
  if (fill)
    for (int k = 0; k < 8; k++)
      t[k] = x * k;
  return t[3] + t[x & 7];
}
static void count(struct stats *s, int x) {
  s->n++;
  s->sum += x;
}
static void add(int x) { total += x; }
static long peek(const long *p) { return *p; }
static void addFloat(double x) { sum += x; }
static void lend(int i) {
  for (int k = 0; k < 16; k++)
    scratch[k] = a[i] + k;
  where[i] = scratch + i % 16;
}
static int down(int x) { return x <= 0 ? 0 : (total += 1, down(x - 3) + 1); }
static void tally(int x) { hist[x & 31]++; }
static void (*pointer)(int) = tally;
static int looks(int x) { return hist[x & 31]; }
static int work(int x) {
  int s = 0;
  for (int k = 0; k < 16; k++)
    scratch[k] = x ^ k;
  for (int k = 0; k < 16; k++)
    s += scratch[15 - k] * k;
  return s;
}
static int part(int x, int n) {
  int s = 0;
  for (int k = 0; k < n; k++)
    scratch[k] = x + k;
  for (int k = 0; k < n; k++)
    s += scratch[k] * k;
  return s;
}
static const char *named(int x) {
  total += x;
  return __func__;
}
static int cached(int x) {
  static int known, value;
  if (!known) {
    known = 1;
    value = x;
  }
  return value + x;
}

static void hidden(int n) {
  /* Other things than those that the functions name. */
  int scratch[16] = {0}, hist = 3;
  double total = 1;
  for (int i = 0; i < n; i++) {
    add(a[i]);
    out[i] = hist;
  }
  for (int i = 0; i < n; i++)
    out2[i] = work(a[i]) + scratch[i & 15];
  for (int i = 0; i < n; i++) {
    tally(a[i]);
    out[i] += (int)total;
  }
  show("hidden", out, sizeof out);
  show("hidden", out2, sizeof out2);
}

int main(void) {
  int n = N;
  for (int i = 0; i < n; i++)
    a[i] = (i * 71 + 5) % 193;
  for (int i = 0; i < n; i++)
    out[i] = (int)running(a[i]);
  show("running", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] = next();
  show("next", out, sizeof out);
  for (int i = 0; i < n; i++)
    keep(a[i]);
  for (int i = 0; i < n; i++)
    kept(a[i], 0);
  printf("%ld\n", kept(0, 1));
  for (int i = 0; i < n; i++)
    out[i] = once(a[i]);
  show("once", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] = maybe(a[i], 1);
  printf("maybe %d\n", maybe(5, 0));
  show("maybe", out, sizeof out);
  for (int i = 0; i < n; i++) {
    count(&every, a[i]);
    count(&per[i], a[i]);
  }
  for (int i = 1; i < n; i++) {
    count(&per[i], per[i - 1].n);
    count(&every, 1);
  }
  printf("%d %d\n", every.n, every.sum);
  show("per", per, sizeof per);
  for (int i = 0; i < n; i++) {
    add(a[i]);
    out[i] = (int)peek(&total);
  }
  show("peek", out, sizeof out);
  for (int i = 0; i < n; i++)
    addFloat(a[i] * 0.1);
  printf("%a\n", sum);
  for (int i = 0; i < n; i++)
    lend(i);
  for (int i = 1; i < n; i++)
    filled += where[i] - where[i - 1] + *where[i];
  printf("lent %d\n", filled);
  for (int i = 0; i < n; i++)
    out[i] = down(a[i] % 9);
  show("down", out, sizeof out);
  for (int i = 0; i < n; i++) {
    tally(a[i]);
    pointer(a[i] + 1);
  }
  for (int i = 0; i < n; i++) {
    tally(a[i]);
    out[i] = looks(i);
  }
  show("looks", out, sizeof out);
  show("hist", hist, sizeof hist);
  for (int i = 0; i < n; i++)
    (tally)(a[i]), add(a[i]);
  show("hist", hist, sizeof hist);
  for (int i = 0; i < n; i++)
    out[i] = part(a[i], i % 17);
  show("part", out, sizeof out);
  show("scratch", scratch, sizeof scratch);
  for (int i = 0; i < n; i++) {
    out[i] = scratch[i & 15];
    out2[i] = work(a[i]);
  }
  show("before", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] = named(a[i])[0];
  show("named", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] = cached(a[i]);
  show("cached", out, sizeof out);
  for (int i = 0; i < n; i++) {
    running(a[i]);
    late = total;
  }
  hidden(n);
  printf("%ld %ld\n", total, late);
  return 0;
}
