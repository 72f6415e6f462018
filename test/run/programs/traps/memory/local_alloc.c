// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Rows that are one row, memory of a step, linked lists.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned a[500], b[500];
static unsigned *mk(int n, unsigned v) {
  unsigned *p = malloc(sizeof *p * (size_t)n);
  for (int i = 0; i < n; i++)
    p[i] = v + (unsigned)i;
  return p;
}
int main(void) {
  unsigned *rows[20];
  for (int i = 0; i < 20; i++)
    rows[i] = mk(30, (unsigned)i);
  rows[7] = rows[3];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      rows[i][j] += rows[i][(j + 1) % 30] + (unsigned)i;
  for (int i = 0; i < 20; i++)
    rows[i][0] += rows[19 - i][1];
  for (int t = 0; t < 4; t++) {
    unsigned *x = mk(500, (unsigned)t);
    unsigned *y = alloca(500 * sizeof *y);
    for (int i = 0; i < 500; i++)
      y[i] = x[i] ^ a[i];
    for (int i = 0; i < 500; i++)
      a[i] += y[499 - i];
    x = realloc(x, 4000);
    for (int i = 500; i < 1000; i++)
      x[i] = (unsigned)i;
    for (int i = 0; i < 500; i++)
      b[i] += x[i * 2];
    free(x);
  }
  for (int i = 0; i < 500; i++) {
    unsigned *p = mk(5, (unsigned)i);
    b[i] ^= p[i % 5];
    free(p);
  }
  struct n {
    struct n *next;
    unsigned v;
  } *l = 0;
  for (int i = 0; i < 100; i++) {
    struct n *e = malloc(sizeof *e);
    e->next = l;
    e->v = (unsigned)i;
    l = e;
  }
  for (struct n *e = l; e; e = e->next) {
    for (int i = 0; i < 500; i++)
      a[i] += e->v * (unsigned)i;
    e->v += a[3];
  }
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + 3 * b[i];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      h = h * 31 + rows[i][j];
  printf("%u %u\n", h, l->v);
  return 0;
}
