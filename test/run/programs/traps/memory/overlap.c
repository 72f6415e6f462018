// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Overlap through members, unions, characters and rows.
#include <stdio.h>
#include <string.h>
struct in {
  int x[100];
  int *p;
};
struct s {
  struct in a, b;
};
union u {
  int i[100];
  short h[200];
  unsigned char c[400];
};
static struct s g;
static union u v;
static void f(struct in *p, struct in *q, int n) {
  for (int i = 0; i < n; i++)
    p->x[i + 1] = q->x[i] + 1;
  for (int i = 0; i < n; i++)
    p->p[i] = q->x[i];
}
static void fu(union u *p, int n) {
  for (int i = 0; i < n; i++)
    p->i[i] = p->h[i] + i;
  for (int i = 0; i < n; i++)
    p->c[i] = (unsigned char)p->h[n - i];
}
static void ch(char *c, int *p, int n) {
  for (int i = 0; i < n; i++)
    c[i] = (char)(p[i / 4] + i);
  for (int i = 0; i < n; i++)
    c[i + 1] = c[i] ^ 3;
}
static int two[20][20];
static void over(int n) {
  for (int i = 0; i < 19; i++)
    for (int j = 0; j < n; j++)
      ((int *)two)[i * 20 + j] = ((int *)two)[i * 20 + j + 20 - n] + j;
}
static void fn(int (*m)[20], int k) {
  for (int i = 0; i < 19; i++)
    for (int j = 0; j < k; j++)
      m[i][j] = m[i + 1][0] + j;
}
int main(void) {
  g.a.p = g.b.x;
  g.b.p = g.a.x + 1;
  f(&g.a, &g.b, 90);
  f(&g.a, &g.a, 90);
  f(&g.b, &g.a, 60);
  for (int i = 0; i < 100; i++)
    v.i[i] = i * 70001;
  fu(&v, 90);
  fu(&v, 40);
  ch((char *)&g, (int *)&g, 300);
  ch((char *)v.i, v.i, 390);
  over(20);
  over(7);
  fn(two, 20);
  unsigned h = 0;
  const unsigned char *b = (void *)&v;
  for (size_t i = 0; i < sizeof v; i++)
    h = h * 31 + b[i];
  b = (void *)g.a.x;
  for (size_t i = 0; i < 400; i++)
    h = h * 31 + b[i];
  b = (void *)g.b.x;
  for (size_t i = 0; i < 400; i++)
    h = h * 31 + b[i];
  b = (void *)two;
  for (size_t i = 0; i < sizeof two; i++)
    h = h * 31 + b[i];
  printf("%u\n", h);
  return 0;
}
