// SPDX-License-Identifier: Apache-2.0
// TSAN: skip (allocates for ThreadSanitizer, too, before it is ready)
//
// A malloc of the program's own, which counts its calls and is not made for
// threads: neither threads nor copies of work buffers may come from it.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
static char pool[1 << 22] __attribute__((aligned(64)));
static size_t used;
static unsigned calls, frees;
void *malloc(size_t n) {
  void *p = pool + used;
  calls++;
  used += (n + 63) / 64 * 64;
  return used > sizeof pool ? NULL : p;
}
void free(void *p) { frees += p != NULL; }
void *calloc(size_t a, size_t b) {
  void *p = malloc(a * b);
  if (p)
    memset(p, 0, a * b);
  return p;
}
void *realloc(void *p, size_t n) {
  void *q = malloc(n);
  if (p && q)
    memcpy(q, p, n < 64 ? n : 64);
  return q;
}
static unsigned a[2000], out[2000];
int main(void) {
  char text[100];
  unsigned *w = malloc(64 * sizeof *w);
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)i * 7u;
  for (int i = 0; i < 1500; i++) {
    for (int j = 0; j < 32; j++)
      w[j] = a[i] + (unsigned)j;
    out[i] = w[i & 31] + w[3];
  }
  for (int i = 0; i < 1500; i++) {
    unsigned *v = malloc(16);
    v[0] = a[i];
    out[i] += v[0];
    free(v);
  }
  snprintf(text, sizeof text, "%u %u %zu", calls, frees, used);
  show("out", out, sizeof out);
  show("w", w, 32 * sizeof *w);
  puts(text);
  return 0;
}
