// SPDX-License-Identifier: Apache-2.0
//
// Function pointers and callbacks of which only some are harmless; a function
// that changes which one is called.
#include "../../digest.h"
#include <stdlib.h>
static unsigned a[1200], total, compared;
static unsigned plain(unsigned v) { return v * 3u; }
static unsigned counting(unsigned v) {
  total += v;
  return v ^ total;
}
static unsigned (*now)(unsigned) = plain;
static unsigned (*const table[])(unsigned) = {plain, counting};
static unsigned changing(unsigned v) {
  if (v % 64 == 5)
    now = now == plain ? counting : plain;
  return v + 1u;
}
static unsigned apply(unsigned (*f)(unsigned), unsigned v) { return f(v) + 1u; }
static int order(const void *p, const void *q) {
  unsigned x = *(const unsigned *)p, y = *(const unsigned *)q;
  compared++;
  return (x > y) - (x < y);
}
static void each(unsigned *p, int n, void (*f)(unsigned *, void *),
                 void *data) {
  for (int i = 0; i < n; i++)
    f(p + i, data);
}
static void add(unsigned *p, void *data) { *p += *(unsigned *)data; }
static void collect(unsigned *p, void *data) { *(unsigned *)data += *p; }
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 7u;
  for (int i = 0; i < 1000; i++)
    a[i] = table[0](a[i]);
  for (int i = 0; i < 1000; i++)
    a[i] = table[i == 600](a[i]);
  for (int i = 0; i < 1000; i++) {
    a[i] = now(a[i]);
    a[i] = changing(a[i]);
  }
  for (int i = 0; i < 1000; i++)
    a[i] = apply(plain, a[i]);
  for (int i = 0; i < 1000; i++)
    a[i] = apply(i > 500 ? counting : plain, a[i]);
  unsigned k = 5, s = 0;
  each(a, 1000, add, &k);
  each(a, 1000, collect, &s);
  each(a, 1000, add, &a[500]);
  each(a, 1000, collect, &a[500]);
  for (int i = 0; i < 100; i++)
    qsort(a + i * 10, 10, sizeof *a, order);
  for (int i = 0; i < 99; i++)
    qsort(a + i * 10, 11, sizeof *a, order);
  printf("%u %u %d\n", total, s, compared > 0);
  show("a", a, sizeof a);
  return 0;
}
