// SPDX-License-Identifier: Apache-2.0
//
// What is known of variables before a nest is no condition of its iterations,
// and what its bounds are made of is said though no value excludes iterations.
#include <stdio.h>
#include <stdlib.h>
#define MODEL 256
#define DIM 64

__attribute__((noinline)) static void attend(float *out, const float *v,
                                             const float *score, int tokens,
                                             int head) {
  int h = head * DIM;
  for (int i = 0; i < tokens; i++)
    for (int d = 0; d < DIM; d++) {
      float s = 0;
      for (int j = 0; j <= i; j++)
        s += score[i * tokens + j] * v[j * MODEL + h + d];
      out[i * MODEL + h + d] = s;
    }
}

// From n on, always 90 of them.
__attribute__((noinline)) static void shifted(double *to, const double *from,
                                              int n) {
  for (int j = n; j < n + 90; j++)
    for (int i = n + 3; i < n + 123; i++)
      to[i * 90 + j] += from[i * 90 + j] * i;
}

int main(void) {
  enum { Tokens = 130, Rows = 230 };
  float *score = malloc(Tokens * Tokens * sizeof *score);
  float *v = malloc(Tokens * MODEL * sizeof *v);
  float *out = calloc(Tokens * MODEL, sizeof *out);
  for (int i = 0; i < Tokens * Tokens; i++)
    score[i] = (float)(i % 23) / 7;
  for (int i = 0; i < Tokens * MODEL; i++)
    v[i] = (float)(i % 19) / 5;
  for (int head = 0; head < MODEL / DIM; head++)
    attend(out, v, score, Tokens, head);
  double sum = 0;
  for (int i = 0; i < Tokens * MODEL; i++)
    sum += out[i] * (i % 11);
  printf("%.17g\n", sum);
  double *a = calloc(Rows * 100, sizeof *a), *b = calloc(Rows * 100, sizeof *b);
  for (int i = 0; i < Rows * 100; i++)
    b[i] = i % 13;
  shifted(a, b, 0);
  shifted(b, a, 7);
  for (int i = 0; i < Rows * 100; i++)
    sum += b[i] * (i % 17);
  printf("%.17g\n", sum);
  return 0;
}
