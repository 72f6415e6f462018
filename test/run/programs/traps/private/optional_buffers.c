// SPDX-License-Identifier: Apache-2.0
//
// A work buffer that is not there: the loop asks whether it is, and a chunk's
// copy of nothing is nothing.
// PAYS: 3

#include <stdio.h>
#include <stdlib.h>

enum { rows = 1500, columns = 400 };

static double result[rows];

// A sum that takes its time.
static double without(int i) {
  double s = 0;
  for (int j = 0; j < columns; j++)
    s += 1000003 % (i + j + 1);
  return s;
}

static void pointer(int isThere) {
  double *tmp = isThere ? malloc(columns * sizeof *tmp) : NULL;
  for (int i = 0; i < rows; i++) {
    double s = 0;
    if (tmp != NULL) {
      for (int j = 0; j < columns; j++)
        tmp[j] = i * 0.5 + j;
      for (int j = 0; j < columns; j++)
        s += tmp[j] * tmp[columns - 1 - j];
    } else {
      s = without(i);
    }
    result[i] = s;
  }
  free(tmp);
}

// The pointer itself is the condition, and one part of one.
static void truth(int isThere) {
  double *tmp = isThere ? malloc(columns * sizeof *tmp) : NULL;
  for (int i = 0; i < rows; i++) {
    double s = 0;
    if (tmp) {
      for (int j = 0; j < columns; j++)
        tmp[j] = i * 0.5 + j;
      for (int j = 0; j < columns; j++)
        s += tmp[j] * tmp[columns - 1 - j];
    }
    if (!tmp || i % 3 == 0)
      s += without(i);
    result[i] = s;
  }
  free(tmp);
}

struct work {
  int n;
  double *trace, *row;
};

static void record(int isThere) {
  struct work w = {columns, isThere ? malloc(columns * sizeof(double)) : NULL,
                   malloc(columns * sizeof(double))};
  for (int i = 0; i < rows; i++) {
    double s = i;
    for (int j = 0; j < w.n; j++)
      w.row[j] = 1000003 % (i + j + 1);
    if (w.trace) {
      for (int j = 0; j < w.n; j++)
        w.trace[j] = w.row[w.n - 1 - j];
      for (int j = 0; j < w.n; j++)
        s += w.trace[j] * j;
    }
    for (int j = 0; j < w.n; j++)
      s += w.row[w.n - 1 - j];
    result[i] = s;
  }
  free(w.trace);
  free(w.row);
}

static void print(const char *what) {
  double sum = 0;
  for (int i = 0; i < rows; i++)
    sum += result[i] * (i % 7 + 1);
  printf("%s %.17g\n", what, sum);
}

int main(int argc, char **argv) {
  (void)argv;
  const int isThere = argc > 5;
  pointer(isThere), print("pointer: none");
  pointer(!isThere), print("pointer: some");
  truth(isThere), print("truth: none");
  truth(!isThere), print("truth: some");
  record(isThere), print("record: none");
  record(!isThere), print("record: some");
  return 0;
}
