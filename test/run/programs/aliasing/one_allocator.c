// SPDX-License-Identifier: Apache-2.0
//
// All memory comes from one wrapper around malloc, is handed out in pieces of
// one arena, freed and given out again.
#include "../digest.h"

#include <stdlib.h>

#define N 20000
static char arena[8 * N * sizeof(int)];
static size_t used;

static void *need(size_t size) {
  void *p = malloc(size);
  if (!p)
    exit(1);
  return p;
}

static void *from_arena(size_t size) {
  void *p = arena + used;
  used += (size + 15) / 16 * 16;
  return p;
}

static void combine(int *to, const int *x, const int *y, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (x[i] * 2 + y[n - 1 - i]) & 0xffff;
}

int main(void) {
  int *a = need(sizeof(int) * N), *b = need(sizeof(int) * N),
      *c = need(sizeof(int) * N);
  int *p = from_arena(sizeof(int) * N), *q = from_arena(sizeof(int) * N);
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = N - i;
    p[i] = i * 3;
    q[i] = i & 7;
  }
  combine(c, a, b, N);
  combine(a, a, c, N / 2);
  combine(p + 100, p, q, N);
  combine(q, p, p + 5, N - 10);
  for (int round = 0; round < 8; round++) {
    int *t = need(sizeof(int) * N);
    for (int i = 0; i < N; i++)
      t[i] = a[i] + round;
    for (int i = 0; i < N; i++)
      a[i] = t[N - 1 - i] ^ c[i];
    free(t);
  }
  show("a", a, sizeof(int) * N);
  show("c", c, sizeof(int) * N);
  show("arena", arena, used);
  free(a);
  free(b);
  free(c);
  return 0;
}
