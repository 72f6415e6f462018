// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Leaving a loop from a callee, by longjmp and early returns.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf jb;
static int a[500], hits;
static void maybe(int i) {
  if (a[i] == 77)
    longjmp(jb, i);
}
static int find(const int *p, int n, int x) {
  for (int i = 0; i < n; i++)
    if (p[i] == x)
      return i;
  return -1;
}
int main(void) {
  for (int i = 0; i < 500; i++)
    a[i] = (i * 31) % 500;
  int r = setjmp(jb);
  if (r) {
    printf("jumped %d %d\n", r, hits);
    a[r] = 0;
  } else {
    for (int i = 0; i < 500; i++) {
      maybe(i);
      hits++;
    }
  }
  for (int t = 0; t < 3; t++) {
    int k = find(a, 500, 40 + t);
    for (int i = 0; i < 500; i++)
      a[i] += k > 0 ? k : 1;
    printf("%d\n", k);
  }
  for (int i = 0; i < 500; i++) {
    if (a[i] == 123456)
      abort();
    a[i]++;
  }
  printf("%d\n", a[8]);
  return 0;
}
