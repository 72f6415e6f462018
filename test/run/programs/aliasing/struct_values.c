// SPDX-License-Identifier: Apache-2.0
//
// Pointers that move in structs: returned, assigned, passed, chosen, copied in
// parts or as bytes, in unions and in members of members. Each loop reads what
// it writes, from the other end, so that halves that run side by side without
// knowing show another result.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

#define N 40000

typedef struct {
  long first;
  double *p;
  double *q;
} Two;
typedef struct {
  int tag;
  Two in[2];
} Nest;
typedef union {
  Two two;
  double *words[3];
  char bytes[sizeof(Two)];
} Any;
typedef struct {
  double *last;
} One;

/// Apart from each other, so that whoever misses one of them believes that
/// there is nothing to test.
static double pool0[N], pool1[N], pool2[N], pool3[N];
static Two global = {1, pool0, pool1};

// To from, in the other direction.
#define MIRROR(to, from)                                                       \
  for (int i = 0; i < N; i++)                                                  \
  (to)[i] = 0.5 * (from)[N - 1 - i] + 0.25 * (to)[i] + i % 7

static Two make(double *p, double *q) {
  Two t;
  t.first = 3;
  t.p = p;
  t.q = q;
  return t;
}

static Two fresh(void) {
  Two t = {0, malloc(N * sizeof(double)), malloc(N * sizeof(double))};
  if (!t.p || !t.q)
    exit(1);
  for (int i = 0; i < N; i++)
    t.p[i] = i % 11, t.q[i] = i % 13;
  return t;
}

static Two again(Two *from) { return *from; }
static Two one_of(int which, Two a, Two b) {
  if (which)
    return a;
  return b;
}
static Two chosen(int which, Two a, Two b) { return which ? a : b; }
static Two wrapped(double *p, double *q) { return make(q, p); }
static Two literal(double *p) { return (Two){7, p, p}; }
static Two of_global(void) { return global; }
static Nest nested(Two a) {
  Nest n = {1, {a, {0, a.q, a.p}}};
  return n;
}
static Any any(Two a) {
  Any u;
  u.two = a;
  u.words[1] = u.words[2];
  return u;
}
static One last(Two a) {
  One o;
  memcpy(&o, (char *)&a + sizeof(Two) - sizeof(double *), sizeof o);
  return o;
}
static Two twice(int depth, Two a) {
  if (depth == 0)
    return a;
  a = twice(depth - 1, make(a.q, a.p));
  return a;
}
static Two as_long(double *p) {
  Two t = {(long)p, 0, 0};
  return t;
}

/// Each called once, so that nothing else comes to the pointers that they give.
__attribute__((noinline)) static Two pick(int which) {
  Two a = {0, pool0, pool1}, b = {0, pool1, pool2};
  if (which)
    return a;
  return b;
}
static Two held = {0, pool3, pool2};
static Two *hold(void) { return &held; }
static Two behind(void) {
  held.p = pool2;
  held.q = pool1;
  return *hold();
}
static void passed(Two t, int which) {
  if (which)
    t.p = pool2;
  MIRROR(t.p, pool0);
}
static void passed_result(Two t, int which) {
  if (which)
    t.q = pool0;
  MIRROR(t.q, pool3);
}
static Two third(void) {
  Two t = {0, pool2, pool3};
  return t;
}

/// All that is stored there otherwise is another pool.
static void one_way_each(int which) {
  Two a = {0, pool3, pool3}, b = a, kept = a;
  a = pick(which);
  MIRROR(a.p, pool0);
  MIRROR(a.p, pool1);
  MIRROR(a.q, pool1);
  MIRROR(a.q, pool2);
  b = a;
  MIRROR(b.p, pool1);
  Two *to = which > 5 ? &kept : &b;
  *to = behind();
  MIRROR(to->p, pool2);
  MIRROR(b.q, pool1);
  Two first = {0, pool0, 0};
  passed(first, which > 5);
  passed_result(third(), which > 5);
  Nest in = {0, {kept, kept}};
  in.in[1] = first;
  MIRROR(in.in[1].p, pool0);
  Nest out = {0, {first, kept}};
  out = in;
  MIRROR(out.in[0].p, pool3);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++) {
    pool0[i] = i % 17;
    pool1[i] = i * 3 % 19;
    pool2[i] = i * 5 % 23;
    pool3[i] = i * 7 % 29;
  }

  one_way_each(argc - 1);
  one_way_each(argc);
  Two a = make(pool0, pool0);
  MIRROR(a.p, a.q);
  Two b = again(&a), c;
  MIRROR(b.p, a.q);
  c = one_of(argc, a, make(pool1, pool2));
  MIRROR(c.p, pool0);
  c = one_of(argc > 1, a, make(pool1, pool2));
  MIRROR(c.p, pool1);
  MIRROR(c.q, pool2);
  c = chosen(argc > 1, a, make(pool1, pool0));
  MIRROR(c.q, a.p);
  Two d = wrapped(pool2, pool3);
  MIRROR(d.p, pool3);
  d = literal(pool1);
  MIRROR(d.p, d.q);
  Two e = of_global();
  MIRROR(e.q, global.q);
  global.p = pool3;
  e = of_global();
  MIRROR(e.p, pool3);
  Nest n = nested(make(pool2, pool1));
  MIRROR(n.in[1].q, n.in[0].p);
  MIRROR(n.in[argc].p, pool1);
  Nest m = n;
  MIRROR(m.in[0].q, n.in[1].p);
  Any u = any(make(pool0, pool3));
  MIRROR(u.two.p, pool3);
  MIRROR(u.words[1], u.two.q);
  One o = last(make(pool0, pool2));
  MIRROR(o.last, pool2);
  Two f = twice(3, make(pool0, pool1));
  MIRROR(f.p, pool1);
  MIRROR(f.q, pool0);
  Two g = as_long(pool3);
  MIRROR((double *)g.first, pool3);
  Two (*by)(double *, double *) = argc > 5 ? wrapped : make;
  Two h = by(pool1, pool2);
  MIRROR(h.q, pool2);
  Two x = fresh(), y = fresh(), z = x;
  MIRROR(z.p, x.p);
  MIRROR(y.p, x.q);
  for (int k = 0; k < argc + 2; k++) {
    Two t = x;
    x = y;
    y = t;
  }
  MIRROR(x.p, z.p);
  MIRROR(y.q, z.q);
  Two w;
  z = w = make(x.q, y.p);
  MIRROR(z.p, x.q);
  MIRROR(w.q, y.p);
  Two rows[3] = {x, y, z};
  Two *row = rows + argc;
  MIRROR(row->p, y.p);
  rows[0] = rows[argc];
  MIRROR(rows[0].q, y.q);

  show("pool0", pool0, sizeof pool0);
  show("pool1", pool1, sizeof pool1);
  show("pool2", pool2, sizeof pool2);
  show("pool3", pool3, sizeof pool3);
  show("x.p", x.p, N * sizeof(double));
  show("x.q", x.q, N * sizeof(double));
  show("y.p", y.p, N * sizeof(double));
  show("y.q", y.q, N * sizeof(double));
  return 0;
}
