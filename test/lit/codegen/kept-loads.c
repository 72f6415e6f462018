// Members that a loop loads under conditions, or that its stores look as if they
// changed: a chunk loads them once. The innermost loops are marked where the
// tests of the loop around say that their arrays are apart.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | sed -n '/tasks of hk_/,$p' | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck --check-prefix=VERDICT %s
#include <stddef.h>
#include <stdlib.h>

struct grid {
  int width, height;
  float *a, *b, *c;
  int *counts;
};

struct world {
  struct grid *grid;
};

// VERDICT: loads once float * g->a if @is_readable_near(g, 8LL, 16LL,
// VERDICT: loads once float * g->b if @is_readable_near(g, 16LL, 24LL,
// CHECK: void hk_conditional_1_loop[[#@LINE+10]]_
// CHECK: float *const hk_l_g_a = hk_count > 0 && (hk_is_readable_near(g, 8LL, 16LL, {{.*}})) ? g->a : 0;
// CHECK: float *const hk_l_g_b = hk_count > 0 && (hk_is_readable_near(g, 16LL, 24LL, {{.*}})) ? g->b : 0;
// CHECK: #pragma GCC ivdep
// CHECK: for (int x = 0; x < 128; x++) {
// CHECK-NEXT: if (x > 0)
// CHECK-NEXT: hk_l_g_a[y * 128 + x] += hk_l_g_b[y * 128 + x - 1];
// CHECK-NEXT: if (y > 0)
// CHECK-NEXT: hk_l_g_a[y * 128 + x] *= hk_l_g_b[y * 128 + x];
void conditional(struct grid *g) {
  for (int y = 0; y < g->height; y++)
    for (int x = 0; x < 128; x++) {
      if (x > 0)
        g->a[y * 128 + x] += g->b[y * 128 + x - 1];
      if (y > 0)
        g->a[y * 128 + x] *= g->b[y * 128 + x];
    }
}

// A compiler moves these out of the loop by itself.
// CHECK: void hk_always_2_loop[[#@LINE+4]]_
// CHECK-NOT: hk_l_
// CHECK: g->a[x] = g->b[x] + g->width;
void always(struct grid *g) {
  for (int x = 0; x < g->height; x++)
    g->a[x] = g->b[x] + g->width;
}

// Not this one, which may be an element of `counts` for all that it knows. In
// the header it stays.
// CHECK: void hk_sizes_3_loop[[#@LINE+5]]_
// CHECK: const int hk_l_g_width = hk_count > 0 ? g->width : 0;
// CHECK: x < hk_l_g_width; x++)
// CHECK-NEXT: g->counts[y * 500 + x] += hk_l_g_width;
void sizes(struct grid *g) {
  for (int y = 0; y < g->height; y++)
    for (int x = 0; x < g->width; x++)
      g->counts[y * 500 + x] += g->width;
}

// By way of another pointer, which nobody follows where the loop inside has no
// iteration: whether it can be followed is asked.
// CHECK: void hk_further_4_loop
// CHECK: float *const hk_l_w_grid_a = hk_count > 0 && (hk_is_readable(w, 0LL, 8LL) && hk_is_readable(w->grid, 8LL, 16LL)) ? w->grid->a : 0;
// CHECK: to[x] += hk_l_w_grid_a[k];
void further(const struct world *w, float *to, int n, int m) {
  for (int x = 0; x < n; x++)
    for (int k = 0; k < m; k++)
      if (k != x)
        to[x] += w->grid->a[k];
}

// It changes.
// CHECK-NOT: hk_l_
float changing(struct grid *g, struct grid *other) {
  float last = 0;
  for (int x = 0; x < g->height; x++) {
    if (x == 70)
      g->a = other->a;
    if (x > 50)
      last = g->a[x];
  }
  return last;
}

// Whether `g->a` can be read is only known as long as nobody gives memory back,
// which iterations on other cores do: the loop loads it itself.
// CHECK: void hk_freeing_
// CHECK-NOT: hk_l_g_a
// CHECK: g->a[y] += work[y & 7];
void freeing(struct grid *g) {
  for (int y = 0; y < g->height; y++) {
    float *work = malloc(8 * sizeof *work);
    if (!work)
      abort();
    for (int k = 0; k < 8; k++)
      work[k] = y * k;
    if (y > 0)
      g->a[y] += work[y & 7];
    free(work);
  }
}
