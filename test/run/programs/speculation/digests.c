// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 3
//
// Digests and means that go on by a formula of themselves, behind pointers, in
// functions that are called, by operands that may be the place itself; of
// numbers of all sizes, that wrap and round as their types say.
#include <stdio.h>
#include <stdlib.h>

enum { N = 600, STEPS = 40 };

struct work {
  int stack[STEPS];
  int top;
};

struct digest {
  unsigned h;
  unsigned long long wide;
  unsigned short half;
  signed char small;
  float f;
  double mean, decay;
  long most, count;
  unsigned table[8];
};

static int compute(struct work *w, unsigned x) {
  w->top = 0;
  for (int k = 0; k < STEPS; k++) {
    if (w->top > 1 && (x >> k % 30) % 3 == 0)
      w->top -= 1;
    w->stack[w->top++] = (int)(x >> (k % 16) & 1023);
    x = x * 1664525u + 1013904223u;
  }
  return w->stack[w->top - 1];
}

static void note(struct digest *d, long v, const unsigned *by) {
  d->h = d->h * 31u + *by;
  d->wide = (d->wide ^ (unsigned long long)v) * 1099511628211ull;
  d->half = d->half * 7 + (short)v;
  d->small = d->small / 2 - v;
  d->f = d->f * 0.5f + v;
  d->mean = (d->mean + v) / 1.0625;
  d->decay = v - d->decay * .75;
  d->most = d->most < v ? v : d->most;
  d->count = v % 3 == 0 ? d->count + 1 : d->count;
  d->table[v & 7] = (d->table[v & 7] << 5) + d->table[v & 7] + 1u + (v & 3);
}

/// No formula of one place alone.
static void more(struct digest *d, struct digest *e, int v) {
  e->h = e->h * 33 + d->h;
  d->table[0] = d->table[0] * 5 + d->table[v & 7];
  d->table[v & 1] = d->table[0] * 3 + d->table[1] + (unsigned)v;
}

static long behind(struct work *w, struct digest *d, int from) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    unsigned x = (unsigned)(i + from) * 2654435761u;
    int v = compute(w, x);
    note(d, v, &x);
    sum += compute(w, x ^ 77) & 7;
  }
  return sum;
}

/// Operands that are the places themselves, now and then.
static long itself(struct work *w, struct digest *d, struct digest *e) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    int v = compute(w, (unsigned)i * 40503u);
    note(d, v, i % 16 == 5 ? &d->h : &e->h);
    if (i % 100 == 99)
      more(d, e, v);
    sum += compute(w, (unsigned)v) & 15;
  }
  return sum;
}

static unsigned direct(struct work *w, int from) {
  unsigned h = 5381;
  double mean = 1;
  for (int i = 0; i < N; i++) {
    int v = compute(w, (unsigned)(i * 3 + from));
    h = (h << 5) + h + (unsigned)v;
    mean = (mean * 7 + v) / 8;
  }
  return h + (unsigned)mean;
}

int main(void) {
  struct work *w = calloc(1, sizeof *w);
  struct digest *d = calloc(2, sizeof *d);
  long sum = 0;
  if (!w || !d)
    return 1;
  for (int round = 0; round < 6; round++) {
    sum = sum * 3 % 100003 + behind(w, d, round * 1000);
    sum += itself(w, d, d + round % 2);
    printf("%ld %u\n", sum, direct(w, round * 77));
    for (int i = 0; i < 2; i++) {
      printf("%u %llu %d %d %a %a %a %ld %ld\n", d[i].h, d[i].wide, d[i].half,
             d[i].small, (double)d[i].f, d[i].mean, d[i].decay, d[i].most,
             d[i].count);
      for (int k = 0; k < 8; k++)
        printf(" %u", d[i].table[k]);
      printf("\n");
    }
  }
  free(d);
  free(w);
  return 0;
}
