// SPDX-License-Identifier: Apache-2.0
//
// Loops counted by number of iteration: increments in both branches, twice in
// the body, by amounts from outside, of inner loops, wrapping; what the
// variables hold afterwards.
#include "../../digest.h"
#include <stddef.h>
#include <stdint.h>
static unsigned a[9000], b[9000];
static void forms(int n, int k) {
  int i = 0, j, c;
  while (i < n) {
    if (a[i] & 1) {
      b[i] += 1u;
      i++;
    } else {
      b[i] ^= 3u;
      i++;
    }
  }
  printf("%d ", i);
  i = 0;
  while (i < n) {
    a[i] += 5u;
    i += 2;
    a[i] ^= 1u;
    i -= 1;
  }
  printf("%d ", i);
  i = 0;
  j = n - 1;
  while (i < j) {
    unsigned t = a[i];
    a[i] = a[j];
    a[j] = t + 1u;
    i++;
    j--;
  }
  printf("%d %d ", i, j);
  i = 0;
  j = n;
  while (i <= j) {
    a[i] += (unsigned)j;
    i += 2;
    j -= 1;
  }
  printf("%d %d ", i, j);
  i = n;
  while (i-- > 0)
    b[i] += a[i];
  printf("%d ", i);
  i = 0;
  while (i++ < n)
    b[i] ^= a[i - 1];
  printf("%d ", i);
  i = -3;
  while ((i += 3) < n)
    b[i] += 7u;
  printf("%d ", i);
  for (i = 0, j = 0; i < n; i++, j += k)
    b[j] = b[j] * 3u + 1u;
  printf("%d %d ", i, j);
  for (i = 0, j = 4000; i < n; i++) {
    b[j] = b[j] * 3u + (unsigned)i;
    j -= k;
    b[j] ^= 1u;
  }
  printf("%d %d ", i, j);
  i = 0;
  for (;;) {
    if (i >= n)
      break;
    a[i] += b[i];
    i++;
  }
  printf("%d ", i);
  i = 0;
  for (;;) {
    a[i] += b[i + 1];
    if (++i >= n)
      break;
  }
  printf("%d ", i);
  i = 0;
  do {
    a[i] ^= 9u;
    if (a[i] & 2)
      continue;
    b[i] += 1u;
  } while (++i < n);
  printf("%d ", i);
  i = 0;
  c = n;
  do {
    a[c] += (unsigned)i;
    i++;
  } while (--c > 0);
  printf("%d %d ", i, c);
  i = 0;
  j = 0;
  for (c = 0; c < n / 10; c++) {
    for (int t = 0; t < 10; t++) {
      a[i++] += 3u;
    }
    j += 10;
    b[j] += 1u;
  }
  printf("%d %d ", i, j);
  i = 0;
  for (c = 0; c < 60; c++)
    for (int t = 0; t < c; t++)
      a[i++] += (unsigned)t;
  printf("%d ", i);
  i = 0;
  for (c = 0; c < n; c++) {
    if (c % 3 == 0)
      i++;
    a[i] = a[i] * 5u + 1u;
  }
  printf("%d\n", i);
}
static void pointers(unsigned *p, unsigned *q, int n, ptrdiff_t ld) {
  unsigned *s = p, *e = p + n, *r;
  while (p != e)
    *p++ = *q++ + 1u;
  printf("%td ", p - s);
  p = s;
  while (p < e) {
    *p++ += 1u;
    *p++ ^= 2u;
  }
  printf("%td ", p - s);
  p = s;
  while (p + 4 <= e) {
    p[0] += p[1];
    p[2] ^= p[3];
    p += 4;
  }
  printf("%td ", p - s);
  for (p = e; p-- > s;)
    *p = *p * 3u + (unsigned)(p - s);
  p = s;
  r = e;
  while (p < r) {
    unsigned t = *p;
    *p++ = *--r;
    *r = t;
  }
  printf("%td %td ", p - s, r - s);
  p = s;
  for (int i = 0; i < n / 40; i++, p += ld)
    for (int j = 0; j < 40; j++)
      p[j] = p[j] * 3u + (unsigned)i;
  printf("%td ", p - s);
  p = s;
  for (int i = 0; i < n / 40; i++) {
    unsigned *row = p;
    for (int j = 0; j < 40; j++)
      *row++ += (unsigned)j;
    p = row - (ld & 1);
  }
  printf("%td ", p - s);
  for (char *c = (char *)s; c < (char *)e; c += 5)
    *c ^= 1;
  struct two {
    unsigned x, y;
  } *t = (void *)0;
  (void)t;
  const unsigned *z = s;
  unsigned sum = 0;
  for (int i = n; i; --i)
    sum += *z++;
  printf("%u %td\n", sum, z - s);
}
static void wraps(unsigned n) {
  unsigned char c = 250;
  unsigned short h = 65500;
  unsigned u = 4294967200u;
  size_t z = SIZE_MAX - 50;
  signed char sc = -100;
  for (unsigned i = 0; i < n; i++)
    a[c++] += i;
  for (unsigned i = 0; i < n; i++) {
    a[h % 9000u] ^= i;
    h = (unsigned short)(h + 3);
  }
  for (unsigned i = 0; i < n; i++, u++)
    a[u & 4095u] = a[u & 4095u] * 3u + i;
  for (unsigned i = 0; i < n; i++, z += 7)
    a[z % 9000] += i;
  for (; sc < 100; sc++)
    a[sc + 100] += 1u;
  for (h = 65000; h != 100; h++)
    a[h & 4095] += 1u;
  for (c = 5; c != 4; c++)
    a[c] ^= 3u;
  for (u = 4294967000u; u != 500u; u++)
    a[(u + 296u) % 9000u] += u;
  for (u = n; u-- != 0;)
    a[u] += 1u;
  printf("%u %u %u %zu %d ", c, h, u, z, sc);
  u = 0;
  while (u < n && u < 700u) {
    a[u] += 3u;
    u++;
  }
  printf("%u ", u);
  u = n;
  while (u) {
    u--;
    a[u] ^= u;
  }
  for (u = 7; u <= n; u += 7)
    a[u] += 1u;
  for (u = n; u > 2u; u -= 3u) {
    a[u] += 1u;
    if (u < 3u)
      break;
  }
  printf("%u\n", u);
}
static void elsewhere(int n) {
  static int s;
  int t = 0, *p = &t;
  volatile int v = 0;
  extern int g_;
  for (s = 0; s < n; s++)
    a[s] += 1u;
  s = 0;
  while (s < n) {
    a[s] ^= 5u;
    s++;
  }
  while (t < n) {
    a[t] += 1u;
    (*p)++;
  }
  while (v < n) {
    a[v] += 3u;
    v++;
  }
  while (g_ < n) {
    a[g_] += 4u;
    g_++;
  }
  int bound = n, i = 0;
  while (i < bound) {
    a[i] += 1u;
    if (i == 100)
      bound = n - 7;
    i++;
  }
  int k = 0;
  for (i = 0; i < n; i += 1 + k) {
    a[i] += 2u;
    if (i == 300)
      k = 2;
  }
  struct {
    int i;
    unsigned *p;
  } w = {0, a};
  while (w.i < n) {
    *w.p += (unsigned)w.i;
    w.p++;
    w.i++;
  }
  printf("%d %d %d %d %d %d %td\n", s, t, v, g_, i, w.i, w.p - a);
  g_ = 0;
}
int g_;
static void nested(int n, int m) {
  for (int i = 0; i < n; i++) {
    unsigned *p = a + i * m, *e = p + m;
    while (p < e) {
      *p = *p * 3u + (unsigned)i;
      p++;
    }
  }
  for (int i = 0; i < n; i++) {
    int c = m, j = i * m;
    while (c-- > 0) {
      b[j] ^= a[j] + (unsigned)c;
      j++;
    }
  }
  for (int i = 0; i < n; i++) {
    int j = 0;
    do {
      b[i * m + j] += 1u;
    } while (++j < m);
  }
  int total = 0;
  for (int i = 0; i < n; i++) {
    int j = m;
    while (j > 0) {
      total += j;
      j -= 3;
    }
    a[i] += (unsigned)j;
  }
  printf("%d\n", total);
}
int main(void) {
  static const int ns[] = {0, 1, 2, 3, 63, 64, 65, 130, 1000, 1501};
  for (int i = 0; i < 9000; i++)
    a[i] = (unsigned)i * 7u, b[i] = (unsigned)i;
  for (int t = 0; t < 10; t++) {
    forms(ns[t], 1);
    forms(ns[t], 0);
    forms(ns[t], 2);
    pointers(a, b, ns[t] & ~1, 40);
    pointers(a + 1, a, ns[t] & ~1, 39);
    pointers(a, a + 1, ns[t] & ~1, 41);
    pointers(a + 3000, a, ns[t] & ~1, 0);
    wraps((unsigned)ns[t]);
    elsewhere(ns[t]);
    nested(ns[t] / 16, 40);
    nested(40, ns[t] / 16);
    show("a", a, sizeof a);
    show("b", b, sizeof b);
  }
  return 0;
}
