// SPDX-License-Identifier: Apache-2.0
//
// A pointer that a call leads to, which counts how often it is made; and calls
// of functions that only hand their argument on.
#include <stdio.h>
#include <stdlib.h>

#define N 60000

struct field {
  int n;
  double *a, *b;
};

static long calls;
static struct field *counted(struct field *g) {
  calls++;
  return g;
}
static struct field *plain(struct field *g) { return g; }

__attribute__((noinline)) static void always(struct field *g, double *b) {
  for (int i = 0; i < N; i++)
    (counted(g))->a[i] += b[i];
}

__attribute__((noinline)) static void sometimes(struct field *g) {
  for (int i = 0; i < N; i++)
    if (i & 1)
      (counted(g))->a[i] += 1;
    else
      g->b[i] += 1;
}

__attribute__((noinline)) static void first(struct field *g) {
  for (int i = 0; i < N; i++)
    if (i % 3 == 0)
      plain(g)->a[i] += plain(g)->b[i];
}

int main(void) {
  struct field g = {N, calloc(N, 8), calloc(N, 8)};
  double *b = calloc(N, 8);
  for (int i = 0; i < N; i++)
    b[i] = i % 7;
  always(&g, b);
  printf("%ld\n", calls);
  sometimes(&g);
  printf("%ld\n", calls);
  first(&g);
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * .9 + g.a[i] - g.b[i];
  printf("%.17g\n", s);
  return 0;
}
