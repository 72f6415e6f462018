// SPDX-License-Identifier: Apache-2.0
//
// Pointers that start objects, and those that only look it: the middle of a
// block, the ends of scalars, first members, pools, rounded addresses, parts of
// one block under two names, what was swapped, copied as bytes, moved by
// realloc, or freed and given again. Gathers, so that no range says anything.
#include "../digest.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define N 60000
struct head {
  double first;
  double rest[N];
};
struct pair {
  double *now, *then;
};
static int at[N];
static double *global_now, *global_then;
static unsigned char pool[sizeof(double) * 4 * N];
static size_t pool_used;

static void gather(double *to, const double *from, const int *index, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[index[i]] * 0.5 + i;
}

static void backwards(double *to, const double *from, const int *index, int n) {
  for (int i = 0; i < n; i++)
    to[-i] = from[-index[i]] * 0.5 + i;
}

static void step(void) {
  for (int i = 0; i < N; i++)
    global_then[i] = global_now[at[i]] * 0.75 + global_now[i] * 0.25;
  double *t = global_now;
  global_now = global_then;
  global_then = t;
}

static void gather_pair(struct pair *p, int n) {
  for (int i = 0; i < n; i++)
    p->then[i] = p->now[at[i]] + 1;
}

static void *take(size_t bytes) {
  void *p = pool + pool_used;
  pool_used += bytes;
  return p;
}

static double *rounded(double *block) {
  return (double *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
}

static void member(double *to, struct head *h, int n) {
  for (int i = 0; i < n; i++)
    to[i] = h->rest[at[i] / 2] + 1;
}

static void indirect(double **to, double **from, int n) {
  double *a = *to, *b = *from;
  for (int i = 0; i < n; i++)
    a[i] = b[at[i]] - 3;
}

static double *blocks(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (!p)
    exit(1);
  for (size_t i = 0; i < n; i++)
    p[i] = (double)(i % 97);
  return p;
}

int main(void) {
  for (int i = 0; i < N; i++)
    at[i] = (int)((unsigned)i * 7919u % N);
  double *a = blocks(N), *b = blocks(N), *c = blocks(2 * N);
  gather(a, b, at, N);
  show("apart", a, sizeof(double) * N);
  gather(a, a, at, N); // the same block
  show("same", a, sizeof(double) * N);
  gather(b, a, at, N);
  show("back", b, sizeof(double) * N);

  double *d = aligned_alloc(64, sizeof(double) * 2 * N);
  if (!d)
    return 1;
  for (int i = 0; i < 2 * N; i++)
    d[i] = i % 89;
  gather(c, c + N / 2, at, N); // one block, two starts
  gather(c + 1, c, at, N);
  show("middle", c, sizeof(double) * 2 * N);
  backwards(d + N, d + N - 1, at, N);
  show("backwards", d, sizeof(double) * 2 * N);

  global_now = a;
  global_then = b;
  for (int k = 0; k < 5; k++)
    step();
  show("now", global_now, sizeof(double) * N);
  global_then = global_now; // from here on one of them
  step();
  step();
  show("merged", global_now, sizeof(double) * N);

  struct pair p = {a, c}, q, r = {c, c};
  gather_pair(&p, N);
  memcpy(&q, &p, sizeof p);
  q.now = p.then;
  gather_pair(&q, N);
  gather_pair(&r, N);
  show("pair", c, sizeof(double) * 2 * N);

  double *e = take(sizeof(double) * N), *f = take(0), *g = take(1);
  for (int i = 0; i < N; i++)
    e[i] = i % 31;
  gather(e, f, at, N);
  gather(f, e, at, N);
  (void)g;
  pool_used = 0;
  double *h = take(sizeof(double) * N);
  gather(h, e, at, N); // the same bytes, given again
  show("pool", pool, sizeof pool);

  gather(rounded(d + 1), d, at, N);
  gather(d, rounded(d + 1), at, N);
  show("rounded", d, sizeof(double) * 2 * N);

  struct head *s = malloc(sizeof *s);
  if (!s)
    return 1;
  for (int i = 0; i < N; i++)
    s->rest[i] = i;
  s->first = -1;
  member(&s->first, s, N / 2); // over its own rest
  member((double *)s, s, N / 2);
  member(s->rest, s, N / 2);
  show("member", s, sizeof *s);

  double *m = a, *n = a;
  indirect(&m, &n, N);
  n = b;
  indirect(&m, &n, N);
  show("indirect", a, sizeof(double) * N);

  double *grown = realloc(b, sizeof(double) * 3 * N);
  if (!grown)
    return 1;
  gather(grown, grown, at, N);
  gather(grown, c, at, N);
  show("grown", grown, sizeof(double) * N);
  free(a);
  double *again = blocks(N);
  gather(again, grown, at, N);
  show("again", again, sizeof(double) * N);
  free(again);
  free(grown);
  free(c);
  free(d);
  free(s);
  return 0;
}
