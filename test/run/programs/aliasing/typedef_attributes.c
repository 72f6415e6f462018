// SPDX-License-Identifier: Apache-2.0
//
// Typedefs whose types may alias anything, or stand at any address: in locals of
// tasks, in parameters of functions that tasks call, in members.
// FLAGS: -O3 -mtune=silvermont
#include <stdio.h>
#include <stdlib.h>

#define N 40000
typedef int __attribute__((may_alias)) any_int;
typedef int __attribute__((aligned(1))) packed_int;

struct packed {
  packed_int *u;
};

__attribute__((noinline)) static void signs(float *f, int n) {
  any_int *p = (any_int *)f;
  for (int i = 0; i < n; i++) {
    f[i] = (float)(i + 1);
    p[i] ^= (int)0x80000000;
    f[i] *= 2;
  }
}

static void chained(any_int *p, float *f, int n) {
  for (int i = 1; i < n; i++) {
    f[i] = f[i - 1] + 1;
    p[i] ^= (int)0x80000000;
    f[i] *= 2;
  }
}

__attribute__((noinline)) static void members(struct packed *g, int n, int m) {
  for (int i = 0; i < n; i++) {
    if (i > 0)
      for (int j = 0; j < m; j++)
        g->u[i * m + j] += 3;
    if (i & 1)
      g->u[i * m] ^= 1;
  }
}

__attribute__((noinline)) static void parameter(packed_int *u, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i * m + j] += i;
}

int main(void) {
  float *f = calloc(N, 4), *g = calloc(N, 4);
  signs(f, N);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += f[i];
  printf("%.17g\n", s);
  f[0] = 0;
  chained((any_int *)f, f, N);
  chained((any_int *)g, g, N / 2);
  s = 0;
  for (int i = 0; i < N; i++)
    if (f[i] < 1e9f && f[i] > -1e9f)
      s += f[i] * 3 + g[i];
  printf("%.17g\n", s);
  char *b = calloc(N + 1, 4);
  struct packed r = {(packed_int *)(b + 1)};
  members(&r, N / 500, 500);
  parameter((packed_int *)(b + 1), N / 500, 500);
  long sum = 0;
  for (int i = 0; i < 4 * N; i++)
    sum = sum * 3 % 1000003 + b[i];
  printf("%ld\n", sum);
  return 0;
}
