// SPDX-License-Identifier: Apache-2.0
//
// Runs that wait for the run before, in memory or in scalars: rows beside them
// may run side by side, where they do not need what comes later.
#include "../digest.h"
#include <math.h>

#define N 61

static double u[N + 3][N + 3], w[N + 3][N + 3], v[N][N];
static int d[N + 1][N + 1], e[N + 1][N + 1];
static float y[N][2 * N], z[N];
static unsigned char c[N + 1][N + 1];

/* Rows and columns from 0, 1, 2, 3: jams begin with the first row. */
#define RELAX(name, from)                                                      \
  __attribute__((noinline)) static void name(int n, int m) {                   \
    for (int i = from; i < n; i++)                                             \
      for (int j = from; j < m; j++)                                           \
        u[i][j] = 0.25 * (u[i][j] + u[i + 1][j] + u[i][j + 1] +                \
                          (i > 0 && j > 0 ? u[i - 1][j] + u[i][j - 1] : 1));   \
  }
RELAX(relax0, 0)
RELAX(relax1, 1)
RELAX(relax2, 2)
RELAX(relax3, 3)

/* The row above must be done to the right, too: not side by side. */
__attribute__((noinline)) static void nine(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      w[i][j] = 0.2 * (w[i - 1][j + 1] + w[i - 1][j] + w[i][j - 1] +
                       w[i + 1][j - 1] + w[i][j + 1]);
}

/* Two and four rows above. */
__attribute__((noinline)) static void further(int n, int m) {
  for (int i = 4; i < n; i++)
    for (int j = 2; j < m; j++)
      u[i][j] += 0.5 * u[i][j - 2] + 0.125 * u[i - 4][j + 1] - u[i - 2][j - 1];
}

__attribute__((noinline)) static int table(const char *a, const char *b, int n,
                                           int m) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int cost = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      int above = d[i - 1][j] + 1, before = d[i][j - 1] + 1;
      if (above < cost)
        cost = above;
      if (before < cost)
        cost = before;
      d[i][j] = cost;
    }
  return d[n][m];
}

/* A triangle, from its diagonal upwards: the row below comes first. */
__attribute__((noinline)) static void triangle(int n) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      e[i][j] = e[i + 1][j] > e[i][j - 1] + (i ^ j) % 3
                    ? e[i + 1][j]
                    : e[i][j - 1] + (i ^ j) % 3;
}

/* Each row to its own end; the last ones are empty. */
__attribute__((noinline)) static void ragged(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n - 2 * i; j++)
      c[i][j] = (unsigned char)(c[i][j - 1] + 3 * c[i - 1][j] + c[i][j]);
}

/* The state of a filter, and one that outlives the rows. */
__attribute__((noinline)) static float filter(int n, int m) {
  float last = 0.25f;
  for (int i = 0; i < n; i++) {
    float p = 0, q = z[i];
    for (int t = 0; t < m; t++) {
      float x = y[i][t] - 0.5f * p + 0.125f * q;
      q = p;
      p = x;
      y[i][t] = x + q;
    }
    z[i] = p;
  }
  for (int i = 0; i < n; i++)
    for (int t = 0; t < m; t++) {
      last = 0.5f * last + y[i][t];
      y[i][t] = last;
    }
  return last;
}

/* One array as two: only where they are apart may the rows be side by side. */
__attribute__((noinline)) static void shifted(double *to, const double *from,
                                              int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      to[i * N + j] = 0.5 * to[i * N + j - 1] + from[(i - 1) * N + j + 1];
}

/* How far the values moved: in whatever order that is looked at. */
__attribute__((noinline)) static double residual(int n, int m) {
  double most = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double old = w[i][j];
      w[i][j] = 0.3 * (w[i - 1][j] + w[i][j - 1] + w[i][j]);
      double moved = fabs(w[i][j] - old);
      if (moved > most)
        most = moved;
    }
  return most;
}

/* The first of zeros with two signs stays; and the first NaN never. */
__attribute__((noinline)) static void signs(int n, int m, double *first) {
  double most = -1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      w[i][j] = 0.5 * (w[i][j - 1] + w[i - 1][j]);
      if (v[j][i] > most)
        most = v[j][i];
    }
  *first = most;
}

/* What is least so far is looked at on the way. */
__attribute__((noinline)) static int least(int n, int m) {
  int low = 1 << 30;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      d[i][j] = d[i][j - 1] + (d[i - 1][j] ^ j) % 7 - 3;
      if (d[i][j] < low)
        low = d[i][j];
      e[j][i] = low;
    }
  return low;
}

/* ... or not. */
__attribute__((noinline)) static int leastOfAll(int n, int m) {
  int low = 1 << 30;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      d[i][j] = d[i][j - 1] + (d[i - 1][j] ^ j) % 7 - 3;
      if (d[i][j] < low)
        low = d[i][j];
    }
  return low;
}

int main(void) {
  char a[N], b[N];
  for (int i = 0; i < N; i++) {
    a[i] = (char)(i * 7 % 5);
    b[i] = (char)(i * 3 % 4);
    d[i][0] = d[0][i] = i;
    z[i] = (float)i / 7;
    for (int j = 0; j < N; j++) {
      u[i][j] = (i * 31 + j * 17) % 101 * 0.01;
      w[i][j] = (i * 13 + j * 7) % 53 * 0.02;
      y[i][j] = (float)(i + j) / 9;
      c[i][j] = (unsigned char)(i + 5 * j);
      v[i][j] = (i * 5 + j * 3) % 7 ? -0.0 : i * j % 3 ? 0.0 : -3;
    }
  }
  for (int n = 0; n < 12; n++) {
    relax0(n, N - n);
    relax1(N - n, n);
    relax2(n + 2, n + 30);
    relax3(N - n, N);
    nine(N - n, N);
    further(N - n, N - 3);
    printf("%d\n", table(a, b, N - 1 - n, N - 1));
    triangle(N - n);
    ragged(N - n);
    printf("%.9g\n", (double)filter(N - n, 2 * N - n));
    printf("%.17g\n", residual(N - n, N - 2 * n));
    double first[3];
    signs(N - n, N, first);
    v[n][1] = v[1][n] = n % 3 ? 0.0 : -0.0;
    signs(4, N - n, first + 1);
    first[2] = 1;
    show("first", first, sizeof first);
    printf("%d %d\n", least(N - n, N - n), leastOfAll(N - n, N - 3));
    shifted(&u[0][0], &w[0][0], N - n, N - n);
    shifted(&u[0][0], &u[0][0], N - n, N - n);
    shifted(&u[1][3], &u[0][0], N - 3 - n, N - 5);
    shifted(&u[0][0], &u[2][1], N - 3 - n, N - 5);
  }
  show("u", u, sizeof u);
  show("w", w, sizeof w);
  show("d", d, sizeof d);
  show("e", e, sizeof e);
  show("y", y, sizeof y);
  show("z", z, sizeof z);
  show("c", c, sizeof c);
  return 0;
}
