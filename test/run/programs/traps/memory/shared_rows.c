// SPDX-License-Identifier: Apache-2.0
//
// Rows of an array of pointers that are equal, overlap, or are exchanged by the
// loop itself.
#include "../../digest.h"
#include <stdlib.h>
enum { R = 70, C = 40 };
static void each(double **r, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i][j] = r[i][j] * 0.5 + i - j;
}
static void from(double **to, double **by, int n, int m) {
  for (int i = 0; i < n; i++) {
    double *d = to[i];
    const double *s = by[i];
    for (int j = 0; j < m; j++)
      d[j] = s[j] + d[0] * 0.25;
  }
}
static void rotate(double **r, int n, int m) {
  for (int i = 0; i + 1 < n; i++) {
    double *t = r[i];
    r[i] = r[i + 1];
    r[i + 1] = t;
    for (int j = 0; j < m; j++)
      r[i][j] += i;
  }
}
static void print(double **r) {
  for (int i = 0; i < R; i++)
    printf("%016llx ", digest(r[i], C * sizeof(double)));
  printf("\n");
}
int main(void) {
  double **r = malloc(R * sizeof *r), **s = malloc(R * sizeof *s);
  double *block = malloc((R + 1) * C * sizeof *block);
  for (int i = 0; i < (R + 1) * C; i++)
    block[i] = i % 17;
  for (int i = 0; i < R; i++) {
    r[i] = block + i * C;
    s[i] = malloc(C * sizeof **s);
    for (int j = 0; j < C; j++)
      s[i][j] = i * j % 11;
  }
  for (int turn = 0; turn < 6; turn++) {
    each(r, R, C);
    from(r, s, R, C);
    print(r);
    switch (turn) {
    case 0:
      r[5] = r[60];
      break;
    case 1:
      r[5] = block + 5 * C + 1;
      break;
    case 2:
      s[30] = r[31];
      break;
    case 3:
      rotate(r, R, C);
      break;
    case 4:
      r[R - 1] = r[0] + 1;
      break;
    default:
      from(r, r + 1, R - 1, C);
      from(r + 1, r, R - 1, C);
      each(r, 1, C);
      each(r, 0, C);
      each(r, R, 0);
    }
  }
  print(r);
  print(s);
  return 0;
}
