// SPDX-License-Identifier: Apache-2.0
//
// Loops in order inside loops: dependences on the iteration before in both
// directions, further away, against the direction, and of sizes around the
// number of chunks.
#include "../digest.h"

#define N 700
static int t[N + 2][N + 2];
static unsigned u[N + 2][N + 2];
static unsigned char a[N], b[N];

static int common(int n, int m) {
  for (int i = 0; i <= n; i++)
    t[i][0] = 0;
  for (int j = 0; j <= m; j++)
    t[0][j] = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1])
        t[i][j] = t[i - 1][j - 1] + 1;
      else
        t[i][j] = t[i - 1][j] > t[i][j - 1] ? t[i - 1][j] : t[i][j - 1];
  return t[n][m];
}

static void fill(unsigned seed) {
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++)
      u[i][j] = (unsigned)(i * 31 + j * 17) ^ seed;
}

/* The next iteration needs what the chunk to the right has done. */
static void leaning(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      u[i][j] += u[i - 1][j + 1] * 3 + u[i][j - 1];
}

/* ... what chunks far to the right have done. */
static void mirrored(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      u[i][j] += u[i - 1][n - j] * 3 + u[i][j - 1];
}

/* Downwards, in both directions. */
static void backwards(int n) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = n - 2; j >= 0; j--)
      u[i][j] += u[i + 1][j] * 5 + u[i][j + 1];
}

/* Two iterations back, and strides. */
static void strided(int n) {
  for (int i = 2; i < n; i++)
    for (int j = 3; j < n; j += 3)
      u[i][j] += u[i - 2][j] + u[i][j - 3] * 7 + u[i - 1][j - 2];
}

/* Chunks of another length in each iteration. */
static void triangular(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= i; j++)
      u[i][j] += u[i - 1][j] + u[i][j - 1] * 3;
  for (int i = 1; i < n; i++)
    for (int j = i; j < n; j++)
      u[i][j] += u[i - 1][j] + u[i][j - 1] * 3;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 8, 9, 31, 64, 65, 129, 500, N};
  unsigned s = 1;
  for (int i = 0; i < N; i++) {
    a[i] = (s = s * 1103515245 + 12345) >> 16 & 3;
    b[i] = (s = s * 1103515245 + 12345) >> 16 & 3;
  }
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    printf("%d: %d %d\n", n, common(n, n), common(n, n / 2));
    fill(n);
    leaning(n);
    backwards(n);
    strided(n);
    triangular(n);
    mirrored(n);
    show("u", u, sizeof u);
  }
  return 0;
}
