// memcpy and its like, of lengths that are known at run time alone.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <string.h>

void rows(char *restrict a, const char *restrict b, int n, int m) {
  // CHECK: [[#@LINE+1]]:3 rows: doall
  for (int i = 0; i < n; i++)
    memcpy(a + i * m, b + i * m, m);
  // CHECK: [[#@LINE+1]]:3 rows: sequential
  for (int i = 1; i < n; i++)
    memcpy(a + i * m, a + (i - 1) * m, m);
}

void numbers(double *restrict a, const double *restrict b, size_t n, size_t m) {
  // CHECK: [[#@LINE+1]]:3 numbers: doall
  for (size_t i = 0; i < n; i++)
    memcpy(a + i * m, b + i * m, m * sizeof *a);
}

static void emit(unsigned char *to, const unsigned char *from, int n) {
  to[0] = (unsigned char)n;
  memcpy(to + 1, from, n);
}
void called(unsigned char *restrict a, const unsigned char *restrict b, int n) {
  // CHECK: [[#@LINE+1]]:3 called: doall
  for (int i = 0; i < n; i++)
    emit(a + i * 17, b, 16);
  // CHECK: [[#@LINE+1]]:3 called: sequential
  for (int i = 0; i < n; i++)
    emit(a + i * 16, b, 16);
}

void sets(int *a, int n, int m) {
  // CHECK: [[#@LINE+1]]:3 sets: doall
  for (int i = 0; i < n; i++)
    memset(a + i * m, 0, m * sizeof *a);
  // CHECK: [[#@LINE+1]]:3 sets: sequential
  for (int i = 0; i < n; i++)
    memset(a + i * m, i, (m + 1) * sizeof *a);
}

int compares(const char *a, char *flags, int n, int m) {
  int same = 0;
  // CHECK: [[#@LINE+1]]:3 compares: reduction
  for (int i = 0; i + 1 < n; i++)
    same += memcmp(a + i * m, a + (i + 1) * m, m) == 0;
  return same;
}
