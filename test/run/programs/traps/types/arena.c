// SPDX-License-Identifier: Apache-2.0
//
// An allocator of the program's own: what was a block of ints is given out again
// as floats, and then as pointers, from one block of characters.
#include "../../digest.h"
#include <stdlib.h>
static char *arena;
static size_t used;
static void *take(size_t bytes) {
  void *block = arena + used;
  used += (bytes + 15) / 16 * 16;
  return block;
}
static void reset(void) { used = 0; }
static void copy(float *to, const int *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (float)from[i + 1] * 0.5f;
}
static void both(int *k, float *f, int n) {
  for (int i = 0; i + 2 < n; i++) {
    k[i + 2] = i;
    f[i] = (float)i;
  }
}
int main(void) {
  arena = calloc(1 << 16, 1);
  int n = 8000;
  int *k = take((size_t)n * 4);
  for (int i = 0; i < n; i++)
    k[i] = i;
  reset();
  float *f = take((size_t)n * 4);
  copy(f, k, n - 1);
  show("copy", f, (size_t)(n - 1) * 4);
  both(k, f, n);
  show("both", f, (size_t)n * 4);
  reset();
  float **p = take((size_t)n / 2 * sizeof *p);
  for (int i = 0; i < n / 2; i++)
    p[i] = &f[i];
  long sum = 0;
  for (int i = 0; i < n / 2; i++)
    sum += p[i] - f;
  show("pointers", &sum, sizeof sum);
  return 0;
}
