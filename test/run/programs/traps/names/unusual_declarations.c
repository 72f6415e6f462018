// SPDX-License-Identifier: Apache-2.0
// TARGET: aarch64-linux-gnu riscv64-linux-gnu (__int128)
// FLAGS: -lm
//
// Variables that emitted code copies, sums up or advances, declared in unusual
// ways: register, local types, typeof, anonymous enumerations, long double,
// complex, bit-fields, names that need care.
#include "../../digest.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
typedef unsigned outer_t;
static unsigned a[2000], b[2000];
static void registers(int n) {
  register unsigned sum = 1, best = 0, last = 4, x = 7;
  register int at = -1, i, j = 0;
  register unsigned *p = b;
  register bool any = false;
  for (i = 0; i < n; i++)
    sum += a[i];
  for (i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  for (i = 0; i < n; i++) {
    last = a[i] * 3u;
    b[i] = last;
  }
  for (i = 0; i < n; i++)
    if (a[i] & 1)
      last = a[i];
  for (i = 0; i < n; i++) {
    *p++ ^= a[j];
    j += 1;
  }
  for (i = 0; i < n; i++)
    any = any || a[i] == 77u;
  register int c = n;
  while (c-- > 0)
    x ^= a[c];
  printf("%u %u %d %u %d %td %d %d %u\n", sum, best, at, last, j, p - b, any, c,
         x);
}
static void local_types(int n) {
  typedef unsigned short outer_t;
  typedef struct {
    outer_t v;
    unsigned w;
  } rec;
  enum color { RED, GREEN = 5, BLUE } last = RED;
  enum { P, Q } some = P;
  outer_t sum = 0, best = 0;
  __typeof__(n) at = 0;
  __auto_type total = 0ull;
  rec r = {1, 2};
  union {
    unsigned u;
    float f;
  } un = {3};
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (outer_t i = 0; i < 500 && i < n; i++)
    total += a[i] * 3ull;
  for (int i = 0; i < n; i++) {
    outer_t v = (outer_t)a[i];
    if (v > best) {
      best = v;
      at = i;
    }
  }
  for (int i = 0; i < n; i++) {
    last = a[i] & 1 ? GREEN : BLUE;
    b[i] += last;
  }
  for (int i = 0; i < n; i++)
    if (a[i] % 3 == 0)
      some = a[i] & 1 ? P : Q;
  for (int i = 0; i < n; i++) {
    r.v = (outer_t)a[i];
    r.w = r.v * 2u;
    b[i] ^= r.w;
  }
  for (int i = 0; i < n; i++) {
    un.u = a[i];
    b[i] += un.u;
  }
  rec rs[64];
  for (int i = 0; i < 64; i++) {
    rs[i].v = (outer_t)i;
    rs[i].w = a[i];
  }
  for (int i = 0; i < 64; i++)
    b[i] += rs[63 - i].w + rs[i].v;
  outer_t hist[16] = {0};
  for (int i = 0; i < n; i++)
    hist[a[i] & 15]++;
  for (int i = 0; i < 16; i++)
    b[i] += hist[i];
  printf("%u %u %d %llu %d %d %u %u %u\n", sum, best, at, total, last, some,
         r.v, r.w, un.u);
}
static void wide(int n) {
  long double ld = -1e30L;
  int at = -1;
  __int128 s = 1;
  unsigned __int128 x = 5;
  double complex z = 0;
  _Bool q = 0;
  float f = 1e9f;
  struct {
    unsigned s : 9;
    unsigned t : 5;
  } w = {1, 2};
  static long double lds[2000];
  for (int i = 0; i < n; i++)
    lds[i] = a[i] * 0.1L;
  for (int i = 0; i < n; i++)
    if (lds[i] > ld) {
      ld = lds[i];
      at = i;
    }
  for (int i = 0; i < n; i++)
    s += (__int128)a[i] * a[i];
  for (int i = 0; i < n; i++)
    x ^= (unsigned __int128)a[i] << 70;
  for (int i = 0; i < n; i++)
    z += a[i] * I;
  for (int i = 0; i < n; i++)
    w.s += a[i];
  for (int i = 0; i < n; i++)
    w.t ^= a[i];
  for (int i = 0; i < n; i++)
    if ((float)a[i] < f)
      f = (float)a[i];
  for (int i = 0; i < n; i++)
    q |= a[i] == 9u;
  printf("%Lg %d %lld %lld %g %u %u %g %d\n", ld, at, (long long)s,
         (long long)(x >> 64), cimag(z), w.s, w.t, f, q);
}
static int kandr(p, n)
unsigned *p;
int n;
{
  int i, s = 0;
  for (i = 0; i < n; i++)
    s ^= p[i];
  while (n-- > 0)
    p[n] += 1u;
  return s + n;
}
static void params(unsigned *p, const unsigned *const q, int n,
                   unsigned short u, signed char c, unsigned v[static 4]) {
  while (n > 0) {
    *p++ += *q + u;
    n--;
  }
  while (u < 900)
    b[u++] += 1u;
  for (; c < 100; c++)
    b[c + 128] ^= 5u;
  for (int i = 0; i < 700; i++)
    *v++ += 2u;
  printf("%d %u %d\n", n, u, c);
}
static void scopes(int n) {
  unsigned s = 0;
  {
    unsigned s = 5;
    for (int i = 0; i < n; i++)
      s += a[i];
    {
      int n = 10;
      for (int i = 0; i < n; i++)
        s ^= b[i];
    }
    printf("%u\n", s);
  }
  for (int i = 0; i < n; i++) {
    unsigned a = b[i];
    {
      unsigned b = a;
      s += b;
    }
  }
  for (int i = 0; i < n; i++) {
    int i2 = i;
    {
      int i = i2 / 2;
      a[i2] += (unsigned)i;
    }
  }
  int at = 0;
  for (int i = 0; i < n; i++) {
    unsigned best = 3;
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  }
  printf("%u %d\n", s, at);
}
static void vlas(int n, int m) {
  unsigned t[n + 1][m], (*r)[m] = t, s = 0;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < m; j++)
      t[i][j] = a[i] + (unsigned)j;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      (*r)[j] += t[i + 1][j];
    r++;
  }
  for (int i = 0; i < n; i++) {
    unsigned w[m];
    for (int j = 0; j < m; j++)
      w[j] = t[i][j] * 3u;
    for (int j = 0; j < m; j++)
      s += w[m - 1 - j] ^ w[0];
  }
  unsigned h[m];
  for (int j = 0; j < m; j++)
    h[j] = 0;
  for (int i = 0; i < n; i++)
    h[t[i][0] % (unsigned)m] += 3u;
  for (int j = 0; j < m; j++)
    s = s * 3u + h[j];
  printf("%u %td\n", s, r - t);
}
int main(void) {
  static const int ns[] = {1500, 0, 1, 65, 300};
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)i * 2654435761u >> 12, b[i] = (unsigned)i;
  for (int t = 0; t < 5; t++) {
    registers(ns[t]);
    local_types(ns[t] < 64 ? 64 : ns[t]);
    wide(ns[t]);
    printf("%d\n", kandr(a, ns[t]));
    params(a, b, ns[t], 3, -100, a);
    scopes(ns[t]);
    vlas(ns[t], 7);
    show("a", a, sizeof a);
    show("b", b, sizeof b);
  }
  return 0;
}
