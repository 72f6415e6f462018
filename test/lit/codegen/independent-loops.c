// What a compiler is told of innermost loops whose iterations touch no memory
// that others write; and of which loops it is not.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | sed -n '/tasks of hk_/,$p' | %FileCheck %s
#include <stdlib.h>

struct grid {
  int height;
  double *a, *b, *c;
};

static double sum(const double *p) { return p[0] + p[1]; }
static double rotated(const double *p) {
  double t[2] = {p[1], p[0]};
  return t[0] * t[1];
}

// CHECK: void hk_plain_1_loop[[#@LINE+7]]_
// CHECK-NOT: ivdep
// CHECK: for (int y = hk_start
// CHECK: #pragma GCC ivdep
// CHECK-NEXT: # [[#@LINE+4]]
// CHECK-NEXT: for (int x = 0; x < 100; x++)
__attribute__((noinline)) static void plain(struct grid *g) {
  for (int y = 0; y < g->height; y++)
    for (int x = 0; x < 100; x++)
      g->c[y * 128 + x] = sum(g->a + y * 128 + x) * g->b[x];
}

// The chunks' own loop.
// CHECK: void hk_row_2_loop[[#@LINE+4]]_
// CHECK: #pragma GCC ivdep
// CHECK-NEXT: for (int x = hk_start
__attribute__((noinline)) static void row(struct grid *g) {
  for (int x = 0; x < 4096; x++)
    g->c[x] = g->a[x] * g->b[x];
}

// Around a loop that compilers are told to write out.
// CHECK: void hk_unrolled_3_loop[[#@LINE+4]]_
// CHECK: #pragma GCC ivdep
// CHECK-NEXT: for (int x = hk_start
__attribute__((noinline)) static void unrolled(struct grid *g) {
  for (int x = 0; x < 4096; x++) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++)
      g->c[x] += g->a[x] * g->b[x + k];
  }
}

// Memory that each iteration has for itself is one memory to a compiler: in the
// callee, in the body, before the loop.
// CHECK-NOT: ivdep
__attribute__((noinline)) static void inCallee(struct grid *g) {
  for (int x = 0; x < 4096; x++)
    g->c[x] = rotated(g->a + x);
}
__attribute__((noinline)) static void inBody(struct grid *g) {
  for (int x = 0; x < 4096; x++) {
    double t[2] = {g->a[x], g->b[x]};
    g->c[x] = t[x % 2];
  }
}
__attribute__((noinline)) static void before(struct grid *g) {
  double t[2];
  for (int x = 0; x < 4096; x++) {
    t[0] = g->a[x];
    t[1] = g->b[x];
    g->c[x] = t[x % 2];
  }
}

// Nor where others accumulate.
__attribute__((noinline)) static long total(const int *p) {
  long s = 0;
  for (int x = 0; x < 4096; x++)
    s += p[x];
  return s;
}

int main(int argc, char **argv) {
  struct grid g = {argc, NULL, NULL, NULL};
  (void)argv;
  g.a = calloc(128 * 129, sizeof(double));
  g.b = calloc(128 * 129, sizeof(double));
  g.c = calloc(128 * 129, sizeof(double));
  plain(&g);
  row(&g);
  unrolled(&g);
  inCallee(&g);
  inBody(&g);
  before(&g);
  return g.c[argc] > 0 || total((const int *)g.a) != 0;
}
