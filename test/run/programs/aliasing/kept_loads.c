// SPDX-License-Identifier: Apache-2.0
//
// Pointers and sizes that a loop loads under conditions and does not change: a
// chunk may load them before its loop, but not where the program never would,
// and not where they do change.
#include "../digest.h"
#include <stdlib.h>

#define N 6000

struct field {
  int n, inner, on;
  double *a, *b, *none;
  int *counts;
};

struct outer {
  int n;
  struct field *field;
};

/* Both sides are behind conditions. */
__attribute__((noinline)) static void both(struct field *g) {
  for (int i = 0; i < g->n; i++) {
    if (i % 3 == 0)
      g->a[i] = g->b[i] + 1;
    if (i % 5 == 0)
      g->b[i] = g->a[i] * 0.5;
  }
}

/* `none` is null, and nobody follows it. */
__attribute__((noinline)) static void never(struct field *g) {
  for (int i = 0; i < g->n; i++) {
    if (g->on)
      g->none[i] += g->b[i];
    g->a[i] += g->b[i];
  }
}

/* The whole record is not there, or is nowhere. */
__attribute__((noinline)) static void absent(struct field *g, double *to,
                                             const struct field *maybe) {
  for (int i = 0; i < g->n; i++) {
    if (maybe)
      to[i] += maybe->b[i];
    to[i] += i;
  }
}

/* Loads in loops that have no iteration, behind a pointer that leads nowhere
 * then. */
__attribute__((noinline)) static void empty(const struct outer *o, double *to,
                                            int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < o->n; k++)
      if (k != i)
        to[i] += o->field->b[k];
    to[i] -= 1;
  }
}

/* Integers that stores of integers look as if they changed. */
__attribute__((noinline)) static void sizes(struct field *g) {
  for (int i = 0; i < g->n; i++)
    for (int k = 0; k < g->inner; k++)
      g->counts[i * g->inner + k] += g->inner + k;
}

/* They change: one iteration reads what it has stored there. */
__attribute__((noinline)) static double changing(struct field *g,
                                                 double *other) {
  double *kept = g->a;
  double s = 0;
  for (int i = 0; i < g->n; i++) {
    if (i == 70)
      g->a = other;
    if (i > 50)
      s += g->a[i];
  }
  g->a = kept;
  return s;
}

/* The same spelling, another variable. */
__attribute__((noinline)) static void shadowed(struct field *g,
                                               struct field *h) {
  for (int i = 0; i < g->n; i++) {
    if (i & 1)
      g->a[i] += 1;
    {
      struct field *g = h;
      if (i & 2)
        g->a[i] += 3;
    }
  }
}

/* Both records have the same arrays, or one is the other. */
__attribute__((noinline)) static void two(struct field *g, struct field *h) {
  for (int i = 0; i + 1 < g->n; i++) {
    if (i % 7)
      g->a[i] = h->b[i + 1] + g->on;
    if (i % 2)
      h->b[i] += g->a[i] - h->on;
  }
}

/* Inside of a loop over rows; the innermost one is independent only where the
 * arrays are apart. */
__attribute__((noinline)) static void rows(struct field *g, int width) {
  for (int y = 0; y < g->n / width; y++)
    for (int x = 0; x < width; x++) {
      if (x > 0)
        g->a[y * width + x] = g->b[y * width + x - 1] * 2;
      if (y > 0)
        g->b[y * width + x] += g->none ? g->none[x] : 1;
    }
}

static double *numbers(void) {
  double *p = malloc(2 * N * sizeof *p);
  for (int i = 0; i < 2 * N; i++)
    p[i] = (i * 37 % 101) * 0.25;
  return p;
}

static void tell(const char *what, const struct field *g) {
  puts(what);
  show(" a", g->a, N * sizeof *g->a);
  show(" b", g->b, N * sizeof *g->b);
  show(" counts", g->counts, N * sizeof *g->counts);
}

int main(int argc, char **argv) {
  (void)argv;
  struct field g = {N, 4, 0, numbers(), numbers(), NULL, NULL}, h = g;
  g.counts = calloc(4 * N, sizeof *g.counts);
  h.counts = g.counts;
  h.b = numbers();
  double *a = g.a, *b = g.b;
  both(&g);
  tell("both", &g);
  g.b = g.a; /* the same array */
  both(&g);
  tell("same", &g);
  g.b = g.a + 1; /* overlapping ones */
  both(&g);
  tell("overlapping", &g);
  g.b = b;
  never(&g);
  tell("never", &g);
  absent(&g, a, argc > 90 ? &h : NULL);
  absent(&g, a, &h);
  tell("absent", &g);
  struct outer o = {0, (struct field *)(size_t)(argc * 8)};
  empty(&o, a, N);
  o = (struct outer){3, &g};
  empty(&o, a, N);
  tell("empty", &g);
  sizes(&g);
  tell("sizes", &g);
  printf("changing %g\n", changing(&g, g.b));
  tell("changed", &g);
  shadowed(&g, &h);
  tell("shadowed", &g);
  two(&g, &h);
  two(&g, &g);
  two(&h, &g);
  tell("two", &g);
  tell("two", &h);
  rows(&g, 50);
  g.none = h.b;
  rows(&g, 60);
  tell("rows", &g);
  g.none = g.b;
  rows(&g, 60);
  g.b = g.a;
  rows(&g, 40);
  g.b = g.a + 3;
  rows(&g, 40);
  tell("rows", &g);
  g.n = 0;
  both(&g);
  never(&g);
  sizes(&g);
  tell("none", &g);
  return 0;
}
