// SPDX-License-Identifier: Apache-2.0
// Heat in a short rod, many time steps: so little work in each that entering
// and leaving a parallel loop would cost more than it saves.
//
// SMALL: -DN=500 -DSTEPS=40
//
// The points of a step are independent. Chunks wait for their neighbours only.
#include <stdio.h>

#ifndef N
#define N 16000
#define STEPS 400000
#endif

static float rod[2][N + 2];

static void diffuse(const float *restrict from, float *restrict to) {
  for (int i = 1; i <= N; i++)
    to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    rod[0][i] = rod[1][i] = (float)(i % 100);
  for (int t = 0; t < STEPS; t += 2) {
    diffuse(rod[0], rod[1]);
    diffuse(rod[1], rod[0]);
  }
  for (int i = 0; i <= 8; i++)
    printf("%.9g ", rod[0][i * (N / 8)]);
  printf("\n");
  return 0;
}
