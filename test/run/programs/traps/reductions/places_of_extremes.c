// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// The place of an extreme: stored narrower than compared, compared in another
// sign, found by a key that the loop changes, with companions that depend on
// what was found before.
#include "../../digest.h"
#include <math.h>
static int a[2000], b[2000], idx[2000];
static unsigned u[2000];
static double d[2000];
static float f[2000];
static signed char c[2000];
static unsigned long long ul[2000];
static void signs(int n) {
  int best = 5, at = -1;
  for (int i = 0; i < n; i++)
    if (u[i] > best) {
      best = u[i];
      at = i;
    }
  unsigned least = 3000000000u;
  int where = -1;
  for (int i = 0; i < n; i++)
    if (a[i] < least) {
      least = a[i];
      where = i;
    }
  long long ll = -1;
  int w2 = -1;
  for (int i = 0; i < n; i++)
    if (ul[i] > ll) {
      ll = ul[i];
      w2 = i;
    }
  int m = 0;
  for (int i = 0; i < n; i++)
    if (u[i] > m)
      m = u[i];
  unsigned mu = 7;
  for (int i = 0; i < n; i++)
    mu = a[i] < mu ? a[i] : mu;
  printf("%d %d %u %d %lld %d %d %u\n", best, at, least, where, ll, w2, m, mu);
}
static void narrow(int n) {
  unsigned char best = 3;
  int at = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  signed char least = 100;
  int w = -1;
  for (int i = 0; i < n; i++)
    if (a[i] < least) {
      least = a[i];
      w = i;
    }
  short s = 0;
  unsigned short place = 9;
  for (int i = 0; i < n; i++)
    if (u[i] >= s) {
      s = u[i];
      place = i * 100;
    }
  int t = 10, wt = -1;
  for (int i = 0; i < n; i++)
    if (d[i] < t) {
      t = d[i];
      wt = i;
    }
  float ft = 1e9f;
  int wf = -1;
  for (int i = 0; i < n; i++)
    if (d[i] < ft) {
      ft = d[i];
      wf = i;
    }
  float fx = -1e9f;
  int wx = -1;
  for (int i = 0; i < n; i++)
    if (f[i] * 1.1 > fx) {
      fx = f[i] * 1.1;
      wx = i;
    }
  double g = -1e9;
  int wg = -1;
  for (int i = 0; i < n; i++)
    if (f[i] > g) {
      g = f[i];
      wg = i;
    }
  long l = -1;
  int wl = -1;
  for (int i = 0; i < n; i++)
    if (c[i] > l) {
      l = c[i];
      wl = i;
    }
  _Bool any = 0;
  int wb = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > any) {
      any = a[i];
      wb = i;
    }
  printf("%d %d %d %d %d %u %d %d %.9g %d %.9g %d %g %d %ld %d %d %d\n", best,
         at, least, w, s, place, t, wt, ft, wf, fx, wx, g, wg, l, wl, any, wb);
}
static void keys(int n) {
  int at = 3, k = 5;
  for (int i = 0; i < n; i++)
    if (a[i] < a[at])
      at = i;
  printf("%d ", at);
  for (int i = 0; i < n; i++) {
    if (a[i] > a[at])
      at = i;
    a[i] -= 7;
  }
  printf("%d ", at);
  at = 0;
  for (int i = 0; i < n; i++) {
    a[i] += b[i] & 3;
    if (a[i] >= a[at])
      at = i;
  }
  printf("%d ", at);
  at = 0;
  for (int i = 0; i < n; i++)
    if (a[i] + k < a[at] + k) {
      at = i;
      k = b[i] & 7;
    }
  printf("%d %d ", at, k);
  at = 0;
  for (int i = 0; i < n; i++) {
    k = b[i];
    if (a[i] + k > a[at] + k)
      at = i;
  }
  printf("%d ", at);
  at = 0;
  for (int i = 0; i < n; i++) {
    int j = idx[i];
    if (a[j] < a[at])
      at = j;
  }
  printf("%d ", at);
  at = 0;
  for (int i = 0; i < n; i++)
    if (d[idx[i]] <= d[idx[at]])
      at = i;
  printf("%d ", at);
  at = 7;
  for (int i = 0; i < n; i++)
    if ((a[i] & 15) < (a[at] & 15))
      at = i;
  printf("%d ", at);
  at = 0;
  int second = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > a[at]) {
      second = at;
      at = i;
    }
  printf("%d %d ", at, second);
  at = 0;
  for (int i = 0; i < n; i++) {
    if (i == n / 2)
      continue;
    if (a[i] < a[at])
      at = i;
  }
  printf("%d ", at);
  at = 0;
  for (int i = 0; i < n; i++)
    if (b[i] & 1)
      if (a[i] < a[at])
        at = i;
  printf("%d ", at);
  struct {
    int at, a[4];
  } s = {1, {9, 8, 7, 3}};
  for (int i = 0; i < 4; i++)
    if (s.a[i] < s.a[s.at])
      s.at = i;
  printf("%d\n", s.at);
}
static void companions(int n) {
  int best = -1000000, at = -1, x = 0, y = 0, z = 0, count = 0, before = 4;
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      at = i;
      x = b[i];
      y = x;
      z = i * 3;
    }
  printf("%d %d %d %d %d ", best, at, x, y, z);
  best = -1000000;
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      before = best;
      best = a[i];
    }
  printf("%d ", before);
  best = -1000000;
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      count += 1;
    }
  best = -1000000;
  for (int i = 0; i < n; i++) {
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
    b[i] = at;
  }
  best = -1000000;
  for (int i = 0; i < n; i++) {
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
    if (i % 500 == 3)
      best -= 100;
  }
  printf("%d %d ", count, at);
  best = 1000000;
  at = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    if (b[i] < best) {
      best = b[i];
      at = -i;
    }
  }
  printf("%d %d ", best, at);
  best = 1000000;
  at = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
    if (b[i] <= best) {
      best = b[i];
      at = -i;
    }
  }
  printf("%d %d ", best, at);
  int lo = 1000000, hi = -lo, wl = 0, wh = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < lo) {
      lo = a[i];
      wl = i;
    } else if (a[i] > hi) {
      hi = a[i];
      wh = i;
    }
  }
  printf("%d %d %d %d ", lo, wl, hi, wh);
  double m = 1e300, v = 0;
  int wm = 0;
  for (int i = 0; i < n; i++) {
    double t = d[i] * d[i];
    if (t < m) {
      m = t;
      v = d[i];
      wm = i;
    }
  }
  printf("%g %g %d ", m, v, wm);
  double nan = NAN;
  wm = -1;
  for (int i = 0; i < n; i++)
    if (d[i] < nan) {
      nan = d[i];
      wm = i;
    }
  double inf = INFINITY;
  for (int i = 0; i < n; i++)
    if (!(d[i] >= inf)) {
      inf = d[i];
      wm = i;
    }
  printf("%d %g %d ", wm, inf, at);
  int row = -1, col = -1;
  best = -1000000;
  for (int i = 0; i < n / 40; i++)
    for (int j = 0; j < 40; j++)
      if (a[i * 40 + j] >= best) {
        best = a[i * 40 + j];
        row = i;
        col = j;
      }
  printf("%d %d %d\n", best, row, col);
}
static void logic(int n, const int *p, int valid) {
  int any = 0, all = 1, k = 7;
  for (int i = 0; i < n; i++)
    any = any || (i < valid && p[i] == 3);
  for (int i = 0; i < n; i++)
    all = all && p && p[i % valid] != 12345;
  for (int i = 0; i < n; i++)
    k = k && a[i] != 3;
  int t = 9;
  for (int i = 0; i < n; i++)
    t |= a[i] > 5;
  int w = 9;
  for (int i = 0; i < n; i++)
    w &= a[i] > -100000;
  int x = 5;
  for (int i = 0; i < n; i++)
    x = a[i] > 400 || x;
  int q = 6;
  for (int i = 0; i < n; i++)
    if (b[i] & 1)
      q = q && a[i] < 100000;
  int r = 3;
  for (int i = 0; i < n; i++)
    if (a[i] == 77)
      r = 1;
  printf("%d %d %d %d %d %d %d %d\n", any, all, k, t, w, x, q, r);
}
int main(void) {
  static const int ns[] = {0, 1, 2, 3, 64, 129, 1000, 1999};
  for (int turn = 0; turn < 4; turn++)
    for (int t = 0; t < 8; t++) {
      for (int i = 0; i < 2000; i++) {
        a[i] = turn == 0   ? i % 7 - 3
               : turn == 1 ? (i * 7919) % 1009 - 500
               : turn == 2 ? 900 - i
                           : i - 900;
        b[i] = (i * 31) % 977 - 400;
        u[i] = turn == 3 && i % 900 == 800 ? 0xfffffff0u + i % 7
                                           : (unsigned)(i * 37) % 1000u;
        idx[i] = i * 7 % 2000;
        d[i] = a[i] * 0.37;
        f[i] = a[i] * 0.3f;
        c[i] = (signed char)a[i];
        ul[i] = turn == 2 ? ~0ull - i : i;
        if (turn == 1 && i % 300 == 7)
          d[i] = NAN;
      }
      signs(ns[t]);
      narrow(ns[t]);
      keys(ns[t]);
      companions(ns[t]);
      logic(ns[t], a, 1000);
      show("a", a, sizeof a);
      show("b", b, sizeof b);
    }
  return 0;
}
