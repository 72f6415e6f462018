// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
//
// Functions that no text of the program calls and that run all the same, beside
// ones that never do, over the same data: what the first write is seen.
#include "../../digest.h"

#include <stdlib.h>

#define N 20000

extern int a[N], b[N], c[N];
extern void (*const table[2])(void);
void renamed(void) __asm__("by_symbol");
void by_alias(void);

static void leave(int **p) {
  for (int i = 0; i < N; i++)
    c[i] += (*p)[i];
}

static int backwards(const void *x, const void *y) {
  return *(const int *)y - *(const int *)x;
}

static int sum(void) {
  int s = 0;
  for (int i = 0; i < N; i++)
    s += a[i] ^ b[i];
  return s & 0xffff;
}

/* Nobody calls it. */
void never(void) {
  for (int i = 0; i < N; i++)
    a[i] = sum() + b[i];
}

static void use(void) {
  int *p __attribute__((cleanup(leave))) = a;
  for (int i = 0; i < N; i++)
    c[i] = p[i] * 5;
}

int main(void) {
  show("begun", a, sizeof a);
  table[1]();
  show("table", b, sizeof b);
  renamed();
  by_alias();
  show("names", a, sizeof a);
  use();
  qsort(c, N, sizeof *c, backwards);
  show("sorted", c, sizeof c);
  printf("%d\n", sum());
  return 0;
}
