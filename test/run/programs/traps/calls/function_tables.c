// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Calls through tables of functions with and without state.
#include <stdio.h>
typedef int fn(int);
static int calls;
static int a[500], b[500];
static int one(int x) { return x + 1; }
static int two(int x) {
  calls += x & 1;
  return x * 2;
}
static int three(int x) {
  static int m;
  m ^= x;
  return m;
}
static fn *table[3] = {one, two, three};
static void map(int *p, int n, fn *f) {
  for (int i = 0; i < n; i++)
    p[i] = f(p[i]);
}
struct op {
  fn *f;
  int *p;
};
int main(void) {
  struct op ops[3] = {{one, a}, {two, a}, {three, b}};
  for (int i = 0; i < 500; i++)
    a[i] = b[i] = i;
  map(a, 500, one);
  map(b, 500, two);
  map(a, 500, three);
  for (int k = 0; k < 3; k++)
    map(ops[k].p, 500, ops[k].f);
  for (int i = 0; i < 500; i++)
    b[i] = table[i % 3](b[i]);
  for (int i = 0; i < 500; i++)
    a[i] = table[0](a[i]);
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + 7 * b[i];
  printf("%u %d\n", h, calls);
  return 0;
}
