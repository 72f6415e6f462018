// SPDX-License-Identifier: Apache-2.0
//
// Calls through pointers: tables, call-backs with state, a comparison for
// qsort.
#include "../digest.h"

#include <stdlib.h>

#define N 30000
typedef int (*operation)(int);
static int counter;
static int twice(int x) { return x * 2; }
static int counted(int x) { return x + ++counter; }
static int square(int x) { return (x & 1023) * (x & 1023); }
static const operation pure[] = {twice, square};
static operation mixed[3] = {twice, counted, square};
static int a[N], compares;

static void map(int *p, int n, operation f) {
  for (int i = 0; i < n; i++)
    p[i] = f(p[i]);
}

static void visit(int *p, int n, void (*f)(int *, void *), void *state) {
  for (int i = 0; i < n; i++)
    f(&p[i], state);
}

static void chain(int *p, void *state) {
  int *last = state;
  *p += *last & 7;
  *last = *p;
}

static int by_value(const void *x, const void *y) {
  int l = *(const int *)x, r = *(const int *)y;
  compares++;
  return l < r ? -1 : l > r;
}

int main(void) {
  int state = 3;
  for (int i = 0; i < N; i++)
    a[i] = pure[i & 1](i);
  map(a, N, twice);
  map(a, N, counted);
  for (int i = 0; i < N; i++)
    a[i] = mixed[i % 3](a[i] & 0xffff);
  visit(a, N, chain, &state);
  qsort(a, N, sizeof *a, by_value);
  printf("%d %d %d\n", counter, state, compares > 0);
  show("a", a, sizeof a);
  return 0;
}
