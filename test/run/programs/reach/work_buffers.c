// SPDX-License-Identifier: Apache-2.0
//
// Work buffers that iterations may share or not: written first, written in
// part, wanted afterwards, reached by a second pointer, kept by a callee,
// of variable length, large.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 41
#define COLS 67
static double in[ROWS][COLS], out[ROWS][COLS];
static double big[20000], sums[ROWS];
static int *keeper, found[ROWS];

static void start(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) {
      in[i][j] = (i * 37 + j * 11) % 101 * 0.25;
      out[i][j] = 0;
    }
}

static void reverse(int rows, int n) {
  double *tmp = malloc((n + 1) * sizeof *tmp);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      tmp[j] = in[i][j] * 2;
    for (int j = 0; j < n; j++)
      out[i][j] = tmp[n - 1 - j];
  }
  free(tmp);
  show("reverse", out, sizeof out);
}

static void shifted(int rows, int n) {
  double *space = malloc((n + 40) * sizeof *space), *tmp = space + 20;
  for (int i = rows - 1; i >= 0; i--) {
    for (int j = -3; j < n; j++)
      tmp[j] = in[i][(j + 3) % COLS] - j;
    for (int j = 0; j < n; j++)
      out[i][j] = tmp[j] + tmp[j - 3];
  }
  show("shifted", out, sizeof out);
  if (n > 0 && rows > 0)
    show("left", tmp - 3, (n + 3) * sizeof *tmp);
  free(space);
}

static void carried(int rows, int n) {
  double *tmp = calloc(n + 1, sizeof *tmp);
  for (int i = 0; i < rows; i++) {
    for (int j = 1; j < n; j++)
      tmp[j] = in[i][j] * 2;
    for (int j = 0; j < n; j++)
      out[i][j] = tmp[n - 1 - j];
    tmp[0] += out[i][0];
  }
  free(tmp);
  show("carried", out, sizeof out);
}

static void sometimes(int rows, int n) {
  double *tmp = calloc(n + 1, sizeof *tmp);
  for (int i = 0; i < rows; i++) {
    if (in[i][0] < 12)
      for (int j = 0; j < n; j++)
        tmp[j] = in[i][j] * 2;
    for (int j = 0; j < n; j++)
      out[i][j] = tmp[n - 1 - j];
  }
  free(tmp);
  show("sometimes", out, sizeof out);
}

static void aliased(int rows, int n) {
  double *tmp = calloc(n + 1, sizeof *tmp), *same = tmp;
  for (int i = 0; i < rows; i++) {
    out[i][0] = same[n / 2];
    for (int j = 0; j < n; j++)
      tmp[j] = in[i][j] * 2;
    for (int j = 1; j < n; j++)
      out[i][j] = same[n - 1 - j];
  }
  free(tmp);
  show("aliased", out, sizeof out);
}

static void keep(int *p) { keeper = p; }

static void kept(int rows) {
  int *w = malloc(64 * sizeof *w);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < 64; j++)
      w[j] = i * j;
    keep(w + i % 7);
    found[i] = w[i & 31] + keeper[1];
  }
  if (rows > 0)
    printf("kept %d\n", keeper[2]);
  show("found", found, sizeof found);
}

static void zeroed(int rows) {
  int *w = malloc(64 * sizeof *w);
  for (int i = 0; i < rows; i++) {
    int *half = w + 32;
    memset(w, 0, 64 * sizeof *w);
    for (int j = 0; j < 32; j += 1 + i % 3)
      half[j] = w[j] + j + i;
    found[i] = half[i & 31] + w[i & 7];
  }
  free(w);
  show("zeroed", found, sizeof found);
}

static void variable(int rows, int n) {
  double w[n + 1];
  w[n] = 3;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      w[j] = in[i][j] + 1;
    for (int j = 0; j < n; j++)
      out[i][j] = w[n - 1 - j];
  }
  show("variable", out, sizeof out);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      w[j] = in[i][j] + 1;
    for (int j = 0; j < n; j++)
      out[i][j] = w[n - j];
    w[n] += i;
  }
  show("variable", out, sizeof out);
  if (rows > 0)
    show("left", w, (n + 1) * sizeof *w);
}

static void large(int rows) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < 20000; j++)
      big[j] = in[i][j % COLS] + j;
    sums[i] = 0;
    for (int j = 0; j < 20000; j += 97)
      sums[i] += big[19999 - j];
  }
  show("large", sums, sizeof sums);
  show("left", big, sizeof big);
}

int main(void) {
  static const int rows[] = {0, 1, 3, ROWS};
  for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++)
    for (int n = 0; n <= COLS; n += COLS) {
      start();
      reverse(rows[r], n);
      shifted(rows[r], n);
      carried(rows[r], n);
      sometimes(rows[r], n);
      aliased(rows[r], n);
      kept(rows[r]);
      zeroed(rows[r]);
      variable(rows[r], n);
      large(rows[r]);
    }
}
