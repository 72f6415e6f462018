// SPDX-License-Identifier: Apache-2.0
//
// Rows of arrays of pointers: each its own, exchanged, stored twice, moved by
// realloc, freed and allocated anew, copied with memcpy, handed to a function
// that keeps them.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

#define N 37
#define M 53

struct layer {
  double *weight, *bias;
  int size;
};

static double **make(int n, int m) {
  double **r = malloc((n + 1) * sizeof *r);
  for (int i = 0; i < n; i++)
    r[i] = calloc(m, sizeof **r);
  return r;
}
static double **makeSwapped(int n, int m) {
  double **r = malloc((n + 1) * sizeof *r);
  for (int i = 0; i < n; i++)
    r[i] = calloc(m, sizeof **r);
  return r;
}
static double **makeTwice(int n, int m) {
  double **r = malloc((n + 1) * sizeof *r);
  for (int i = 0; i < n; i++) {
    double *row = calloc(m, sizeof **r);
    r[i] = row;
    if (i % 5 == 4)
      r[i - 2] = row;
  }
  return r;
}
static double **makeCopied(int n, int m) {
  double **r = malloc((n + 1) * sizeof *r);
  for (int i = 0; i < n; i++)
    r[i] = calloc(m, sizeof **r);
  return r;
}
static double *kept[N + 1];
static void keep(int i, double *row) { kept[i] = row; }

static void showRows(const char *name, double **r, int n, int m) {
  unsigned long long all = 0;
  for (int i = 0; i < n; i++)
    all = all * 31 + digest(r[i], m * sizeof(double));
  printf("%s %016llx\n", name, all);
}

static void fill(const char *name, double **r, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i][j] = r[i][j] * 0.5 + i * 100 + j;
  showRows(name, r, n, m);
}

static void own(int n, int m) {
  double **r = make(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i][j] = i * 100 + j;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      r[i][j] += r[i - 1][j] - r[i - 1][j - 1] * 0.5;
  showRows("own", r, n, m);
  for (int i = 0; i < n; i++)
    r[i] = realloc(r[i], 2 * m * sizeof **r);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i][m + j] = r[i][j] * 2;
  showRows("moved", r, n, 2 * m);
  for (int i = 0; i < n; i++)
    free(r[i]);
  free(r);
}

static void swapped(int n, int m) {
  double **r = makeSwapped(n, m);
  for (int i = 0; i + 1 < n; i += 2) {
    double *t = r[i];
    r[i] = r[i + 1];
    r[i + 1] = t;
  }
  if (n > 2)
    r[n - 1] = r[1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i][j] = r[i][j] * 3 + i * 100 + j;
  showRows("swapped", r, n, m);
}

static void twice(int n, int m) {
  double **r = makeTwice(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i][j] = r[i][j] * 3 + i * 100 + j;
  showRows("twice", r, n, m);
}

static void copied(int n, int m) {
  double **r = makeCopied(n, m), *s[2 * N + 2];
  memcpy(s, r, n * sizeof *r);
  memcpy(s + n, r, n * sizeof *r);
  for (int i = 0; i < 2 * n; i++)
    for (int j = 0; j < m; j++)
      s[i][j] = s[i][j] * 3 + i * 100 + j;
  showRows("copied", s, 2 * n, m);
}

static void handed(int n, int m) {
  double *r[N + 1];
  for (int i = 0; i < n; i++) {
    r[i] = calloc(m, sizeof **r);
    keep((i * 7) % n, r[i]);
    keep((i * 5) % n, r[i]);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      kept[i][j] = kept[i][j] * 3 + r[i][j] + j;
  showRows("handed", r, n, m);
}

static void layers(int n, int m) {
  struct layer *l = malloc((n + 1) * sizeof *l);
  for (int k = 0; k < n; k++) {
    l[k].weight = malloc(m * sizeof(double));
    l[k].bias = malloc(m * sizeof(double));
    l[k].size = m - k % 3;
  }
  for (int k = 0; k < n; k++)
    for (int j = 0; j < m; j++) {
      l[k].weight[j] = j * 0.25 + k;
      l[k].bias[j] = j - k;
    }
  for (int k = 0; k < n - 1; k++)
    for (int j = 0; j < l[k].size; j++)
      l[k].weight[j] += l[k + 1].bias[j];
  for (int k = 1; k < n; k++)
    for (int j = 0; j < l[k].size; j++)
      l[k].weight[j] += l[k - 1].weight[j];
  unsigned long long all = 0;
  for (int k = 0; k < n; k++)
    all = all * 31 + digest(l[k].weight, m * sizeof(double));
  printf("layers %016llx\n", all);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 5, N};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    printf("%d rows\n", n);
    own(n, M);
    swapped(n, M);
    twice(n, M);
    copied(n, M);
    handed(n, M);
    layers(n, M);
    fill("filled", make(n, 3), n, 3);
  }
}
