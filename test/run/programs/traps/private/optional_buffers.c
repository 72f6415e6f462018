// SPDX-License-Identifier: Apache-2.0
//
// A work buffer that is not there: the loop asks whether it is, and a chunk's
// copy of nothing is nothing.
// HOCKETCC: --always-parallel

#include <stdio.h>
#include <stdlib.h>

enum { rows = 120, columns = 60 };

static double result[rows];

static void fill(double *tmp, int n) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    if (tmp != NULL) {
      for (int j = 0; j < columns; j++)
        tmp[j] = i * 0.5 + j;
      for (int j = 0; j < columns; j++)
        s += tmp[j] * tmp[columns - 1 - j];
    } else {
      s = 1000003 % (i + 1);
    }
    result[i] = s;
  }
}

struct work {
  double *trace;
  int n;
};

static void inRecord(struct work *w, int n) {
  for (int i = 0; i < n; i++) {
    double s = i;
    if (w->trace) {
      for (int j = 0; j < w->n; j++)
        w->trace[j] = i + j;
      for (int j = 0; j < w->n; j++)
        s += w->trace[w->n - 1 - j] * j;
    }
    result[i] += s;
  }
}

static void print(const char *what) {
  double sum = 0;
  for (int i = 0; i < rows; i++)
    sum += result[i] * (i % 7 + 1);
  printf("%s %.17g\n", what, sum);
}

int main(int argc, char **argv) {
  (void)argv;
  double *some = malloc(columns * sizeof *some);
  double *none = argc > 5 ? some : NULL;
  struct work full = {some, columns}, empty = {none, columns};
  fill(none, rows);
  print("none");
  fill(some, rows);
  print("some");
  inRecord(&empty, rows);
  print("empty");
  inRecord(&full, rows);
  print("full");
  free(some);
  return 0;
}
