// SPDX-License-Identifier: Apache-2.0
//
// Called functions that are seen through: sections that meet, results of
// conditions, early returns, state in statics and in what arguments lead to,
// recursion, names of the callee that mean something else at the call.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
static unsigned a[4000], b[4000], c[4000], calls, table[64];
static int limit = 500;
static unsigned *where = b;
struct acc {
  unsigned sum, n;
  unsigned *log;
};
static void row(unsigned *p, int n, unsigned v) {
  for (int j = 0; j < n; j++)
    p[j] = p[j] * 3u + v;
}
static void row_to(unsigned *p, int n, unsigned v) {
  for (int j = 0; j <= n; j++)
    p[j] = v + (unsigned)j;
}
static unsigned total(const unsigned *p, int n) {
  unsigned s = 0;
  for (int j = 0; j < n; j++)
    s = s * 5u + p[j];
  return s;
}
static unsigned early(unsigned *p, unsigned v) {
  if (v % 7 == 0)
    return p[0];
  p[0] = v;
  if (v % 5 == 0) {
    p[1] = v;
    return 1;
  }
  return v * 2u;
}
static void add(struct acc *s, unsigned v) {
  s->sum += v;
  s->n++;
}
static void logged(struct acc *s, unsigned v) { s->log[s->n++ % 4000] = v; }
static void place(unsigned *p, int at, unsigned v) {
  if (at < limit)
    p[at] = v;
  else
    p[at / 2] ^= v;
}
static void through(unsigned v) { *where++ = v; }
static void fixed(unsigned v) { where[5] += v; }
static unsigned cached(unsigned k) {
  if (!table[k & 63])
    table[k & 63] = k * 3u + 1u;
  return table[k & 63];
}
static unsigned scratch(unsigned v) {
  static unsigned w[8];
  for (int j = 0; j < 8; j++)
    w[j] = v + (unsigned)j;
  return w[v & 7] + w[0];
}
static unsigned scratch_part(unsigned v) {
  static unsigned w[8];
  for (int j = 0; j < (int)(v & 7); j++)
    w[j] = v + (unsigned)j;
  return w[7 - (v & 7)] + w[0];
}
static unsigned local(unsigned v) {
  unsigned w[8];
  for (int j = 0; j < 8; j++)
    w[j] = v + (unsigned)j;
  unsigned s = 0;
  for (int j = 0; j < 8; j++)
    s ^= w[j] << j;
  return s;
}
static unsigned heap(unsigned v) {
  unsigned *w = malloc(8 * sizeof *w);
  if (!w)
    abort();
  for (int j = 0; j < 8; j++)
    w[j] = v + (unsigned)j;
  unsigned s = w[v & 7];
  free(w);
  return s;
}
static unsigned rec(unsigned v) {
  calls++;
  return v < 3 ? v : rec(v / 2) + 1u;
}
static unsigned rec2(const unsigned *p, int n) {
  return n < 2 ? p[0] : rec2(p, n / 2) * 3u + rec2(p + n / 2, n - n / 2);
}
static void fill2(unsigned *p, int n) {
  if (n < 2) {
    p[0] = (unsigned)n * 7u + p[0];
    return;
  }
  fill2(p, n / 2);
  fill2(p + n / 2, n - n / 2);
}
static int next(int i) { return i + 1; }
static int clamp(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
static unsigned at(const unsigned *p, int i, int n) { return p[clamp(i, n)]; }
static void outer(unsigned *p, int i, int n) {
  row(p + i * n, n, (unsigned)i);
  add(&(struct acc){0, 0, 0}, p[0]);
}
static void swap(unsigned *x, unsigned *y) {
  unsigned t = *x;
  *x = *y;
  *y = t;
}
static void minmax(unsigned v, unsigned *lo, unsigned *hi) {
  if (v < *lo)
    *lo = v;
  if (v > *hi)
    *hi = v;
}
static unsigned *pick(unsigned *p, unsigned *q, int k) { return k ? p : q; }
static struct acc make(unsigned v) {
  struct acc s = {v, v * 3u, 0};
  return s;
}
static void sort3(unsigned *p) {
  if (p[0] > p[1])
    swap(p, p + 1);
  if (p[1] > p[2])
    swap(p + 1, p + 2);
  if (p[0] > p[1])
    swap(p, p + 1);
}
static void by_pointer(void (*f)(unsigned *, int, unsigned), unsigned *p, int n,
                       unsigned v) {
  f(p, n, v);
}
static void shadow(unsigned *a, unsigned i, unsigned n) {
  unsigned b = a[i];
  for (unsigned limit = 0; limit < n; limit++)
    a[i] += b + limit;
}
static void modify(int i, unsigned *p) {
  i *= 2;
  p += i;
  *p++ = (unsigned)i;
  *p = 3u;
}
static void run(int n, int m, int k) {
  struct acc s = {1, 2, c};
  unsigned lo = ~0u, hi = 0, t = 5, u = 6;
  for (int i = 0; i < n; i++)
    row(a + i * m, m, (unsigned)i);
  for (int i = 0; i < n; i++)
    row(a + i * m, m + k, (unsigned)i);
  for (int i = 0; i < n; i++)
    row_to(b + i * m, m, a[i]);
  for (int i = 0; i < n; i++)
    c[i] = total(a + i, m);
  for (int i = 0; i < n; i++)
    a[i] = total(a + i + 1, m);
  for (int i = 0; i < n; i++)
    b[i] += early(a + i, c[i]);
  for (int i = 0; i < n; i++)
    b[2 * i] += early(a + 2 * i, c[i]);
  for (int i = 0; i < n; i++)
    add(&s, a[i]);
  for (int i = 0; i < n; i++)
    logged(&s, a[i]);
  for (int i = 0; i < n; i++)
    place(b, i, a[i]);
  for (int i = 0; i < n; i++)
    fixed(a[i]);
  for (int i = 0; i < n / 2; i++)
    through(a[i]);
  where = b;
  for (int i = 0; i < n; i++)
    a[i] ^= cached(b[i]);
  for (int i = 0; i < n; i++)
    a[i] ^= scratch(b[i]);
  for (int i = 0; i < n; i++)
    a[i] ^= scratch_part(b[i]);
  for (int i = 0; i < n; i++)
    a[i] ^= local(b[i]) + heap(b[i]);
  for (int i = 0; i < n; i++)
    a[i] += rec(b[i]);
  for (int i = 0; i < n; i++)
    b[i] += rec2(a + i, m);
  for (int i = 0; i < n; i++)
    fill2(a + i * m, m);
  for (int i = 0; i < n; i++)
    fill2(a + i * m, m + k);
  for (int i = 0; i < n; i++)
    a[next(i)] = b[i] + a[i];
  for (int i = 0; i < n; i++)
    c[i] = at(a, i - 1, n) + at(a, i + 1, n);
  for (int i = 0; i < n; i++)
    a[i] = at(a, i - 1, n) + at(a, i + 1, n);
  for (int i = 0; i < n; i++)
    outer(a, i, m);
  for (int i = 0; i < n / 2; i++)
    swap(a + i, a + n - 1 - i);
  for (int i = 0; i < n; i++)
    swap(a + i, a + k);
  for (int i = 0; i < n; i++)
    minmax(a[i], &lo, &hi);
  for (int i = 0; i < n; i++)
    minmax(a[i], &t, &t);
  for (int i = 0; i < n; i++)
    *pick(a + i, b + i, i & 1) += 3u;
  for (int i = 0; i < n; i++)
    *pick(a + i, a + k, i % 3) += 3u;
  for (int i = 0; i < n; i++) {
    struct acc x = make(a[i]);
    b[i] += x.sum ^ x.n;
  }
  for (int i = 0; i < n; i++) {
    s = make(a[i]);
    b[i] ^= s.sum;
  }
  for (int i = 0; i < n / 3; i++)
    sort3(a + 3 * i);
  for (int i = 0; i < n; i++)
    sort3(a + i);
  for (int i = 0; i < n; i++)
    by_pointer(row, a + i * m, m, 3u);
  for (int i = 0; i < n; i++)
    by_pointer(i == 20 ? row_to : row, a + i * m, m, 3u);
  for (int i = 0; i < n; i++)
    shadow(a, (unsigned)i, 3u);
  for (int i = 0; i < n; i++)
    shadow(b, (unsigned)(i / 2), 3u);
  for (int i = 0; i < n / 2; i++)
    modify(i, a);
  for (int i = 0; i < n; i++)
    modify(i / 2, b);
  for (int i = 0; i < n; i++) {
    u = total(&u, 1) + a[i];
  }
  for (int i = 0; i < n; i++) {
    minmax(a[i], &u, &t);
    if (i % 100 == 3)
      c[i] = t - u;
  }
  printf("%u %u %u %u %u %u %u %d\n", s.sum, s.n, lo, hi, t, u, calls, k);
}
int main(void) {
  for (int i = 0; i < 4000; i++)
    a[i] = (unsigned)i * 2654435761u >> 6, b[i] = (unsigned)i;
  run(90, 40, 0);
  run(90, 40, 1);
  run(1, 5, 0);
  run(0, 5, 1);
  run(700, 4, 0);
  run(700, 4, -1);
  run(1300, 2, 1);
  run(130, 1, 3);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("table", table, sizeof table);
  return 0;
}
