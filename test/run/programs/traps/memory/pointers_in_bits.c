// SPDX-License-Identifier: Apache-2.0
//
// Pointers through bit-fields, initializers of bit-fields, vectors and printed
// text: what they lead to is read by one chunk and written by another.
#include "../../digest.h"
#include <stdint.h>
#include <stdlib.h>
#define N 6000
#define FAR __attribute__((noinline)) static
struct halves {
  uintptr_t low : 32, high : 32;
};
typedef intptr_t pair __attribute__((vector_size(2 * sizeof(intptr_t))));

FAR int *join(struct halves h) {
  return (int *)(h.low | (uintptr_t)h.high << 16 << 16);
}
FAR int *through_fields(int *p) {
  struct halves h;
  h.low = (uintptr_t)p;
  h.high = (uintptr_t)p >> 16 >> 16;
  return join(h);
}
FAR int *through_initializer(int *p) {
  struct halves h = {(uintptr_t)p, (uintptr_t)p >> 16 >> 16};
  return join(h);
}
FAR int *through_vector(int *p) {
  pair v = {0, (intptr_t)p};
  return (int *)v[1];
}
FAR int *through_text(int *p) {
  char text[40];
  void *q;
  snprintf(text, sizeof text, "%p", (void *)p);
  sscanf(text, "%p", &q);
  return q;
}
FAR int *through_number(int *p) {
  char text[40];
  snprintf(text, sizeof text, "%llu", (unsigned long long)(uintptr_t)p);
  return (int *)(uintptr_t)strtoull(text, NULL, 10);
}

/* Takes so long that all chunks run at a time. */
static inline int slowly(int v) {
  for (int k = 0; k < 60; k++)
    v = v * 5 % 1009 + k;
  return v;
}

#define TRY(way)                                                               \
  FAR void try_##way(int n) {                                                  \
    static int x[N + 1];                                                       \
    int *r = way(x) + 1, *p = malloc((N + 1) * sizeof *p), *q = way(p) + 1;    \
    for (int i = 0; i <= N; i++)                                               \
      p[i] = x[i] = i % 1000;                                                  \
    for (int i = 0; i < n; i++)                                                \
      x[i] = slowly(r[i]);                                                     \
    for (int i = n - 1; i >= 0; i--)                                           \
      p[i] = slowly(q[i]);                                                     \
    show(#way, x, sizeof x);                                                   \
    show(#way, p, (N + 1) * sizeof *p);                                        \
    free(p);                                                                   \
  }
TRY(through_fields)
TRY(through_initializer)
TRY(through_vector)
TRY(through_text)
TRY(through_number)

int main(void) {
  int counts[] = {0, 1, 700, N};
  for (int k = 0; k < 4; k++) {
    try_through_fields(counts[k]);
    try_through_initializer(counts[k]);
    try_through_vector(counts[k]);
    try_through_text(counts[k]);
    try_through_number(counts[k]);
  }
  return 0;
}
