// SPDX-License-Identifier: Apache-2.0
// Forward and backward substitution with one triangular matrix and many right
// sides, which lie as columns beside each other.
//
// SMALL: -DN=60 -DM=50
//
// Rows depend on all rows before; the columns are independent. Inside, the loop
// over columns is innermost, for the vector unit: whoever splits the columns
// must split the innermost loop and run it outside.
#include <stdio.h>

#ifndef N
#define N 2000
#define M 1024
#endif

static double l[N][N], b[N][M];

static void forward(void) {
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < i; k++)
      for (int j = 0; j < M; j++)
        b[i][j] -= l[i][k] * b[k][j];
    for (int j = 0; j < M; j++)
      b[i][j] /= l[i][i];
  }
}

static void backward(void) {
  for (int i = N - 1; i >= 0; i--) {
    for (int k = i + 1; k < N; k++)
      for (int j = 0; j < M; j++)
        b[i][j] -= l[k][i] * b[k][j];
    for (int j = 0; j < M; j++)
      b[i][j] /= l[i][i];
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++)
      l[i][j] = ((i * 3 + j * 7) % 17 - 8) / (8.0 * N);
    l[i][i] = 1.0 + (i % 5) / 10.0;
    for (int j = 0; j < M; j++)
      b[i][j] = (i + 2 * j) % 31 - 15;
  }
  forward();
  backward();
  double sum = 0.0;
  for (int i = 0; i < N; i++)
    sum += b[i][i % M];
  printf("sum %.17g, first %.17g, last %.17g\n", sum, b[0][0], b[N - 1][M - 1]);
  return 0;
}
