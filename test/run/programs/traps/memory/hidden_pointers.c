// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Pointers through integers, bytes, unions, arguments, text and members.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a[600], b[600], c[600];
union pu {
  int *p;
  uintptr_t u;
  unsigned char ch[sizeof(int *)];
};
struct node {
  int v[20];
  struct node *next;
};
struct outer {
  int tag;
  struct node n;
};
static int *via_int(int *p) {
  uintptr_t u = (uintptr_t)p;
  u ^= 0xff;
  return (int *)(u ^ 0xff);
}
static int *via_mem(int **pp) {
  int *q;
  memcpy(&q, pp, sizeof q);
  return q;
}
static int *via_union(int *p) {
  union pu u;
  u.p = p;
  unsigned char t[sizeof u];
  for (size_t i = 0; i < sizeof u; i++)
    t[i] = u.ch[i];
  union pu v;
  for (size_t i = 0; i < sizeof v; i++)
    v.ch[i] = t[i];
  return v.p;
}
static int *via_va(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int *r = 0;
  while (n--)
    r = va_arg(ap, int *);
  va_end(ap);
  return r;
}
static int *via_text(int *p) {
  char s[40];
  snprintf(s, 40, "%p", (void *)p);
  void *q;
  sscanf(s, "%p", &q);
  return q;
}
static struct outer *box(struct node *n) {
  return (struct outer *)((char *)n - offsetof(struct outer, n));
}
static void *hold[4];
static void keep(void *p) { hold[1] = p; }
static int (*fp)(int *, int *, int);
static int add(int *p, int *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1] = q[i] + 1;
  return p[n];
}
__attribute__((noinline)) static int *pick(int *p, int *q, int k) {
  return k ? p : q;
}
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 600; i++)
    a[i] = i, b[i] = 2 * i, c[i] = 3;
  int *p;
  p = via_int(a);
  for (int i = 0; i < 500; i++)
    p[i + 1] = a[i] + 1;
  p = via_mem(&p);
  for (int i = 0; i < 500; i++)
    a[i + 1] ^= p[i];
  p = via_union(b);
  for (int i = 0; i < 500; i++)
    p[i + 1] = b[i] + 1;
  p = via_va(2, c, a);
  for (int i = 0; i < 500; i++)
    p[i + 1] = a[i] + 3;
  p = via_text(c);
  for (int i = 0; i < 500; i++)
    p[i + 1] += c[i];
  keep(c);
  p = hold[argc];
  for (int i = 0; i < 500; i++)
    p[i + 1] += c[i] * 3;
  fp = argc ? add : 0;
  printf("%d %d\n", fp(a, a, 500), fp(b, c, 500));
  p = pick(a, b, argc);
  int *q = pick(a + 1, b, argc);
  for (int i = 0; i < 500; i++)
    p[i + 2] = q[i] + 2;
  struct outer o = {3, {{0}, 0}};
  struct outer *r = box(&o.n);
  for (int i = 0; i < 19; i++) {
    o.n.v[i] = r->tag;
    r->n.v[i + 1] = o.n.v[i] + i;
    o.tag++;
  }
  int *m[3] = {a, b, c};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 500; i++)
      m[k][i] += m[(k + 1) % 3][i + 1];
  memcpy(m + 1, m, sizeof *m);
  for (int i = 0; i < 500; i++)
    m[1][i + 1] = m[0][i] + 1;
  char *s = (char *)a;
  for (int i = 0; i < 500; i++) {
    int t;
    memcpy(&t, s + 4 * i, 4);
    t += i;
    memcpy(s + 4 * i + 4, &t, 4);
  }
  int *e = (int *)memchr(a, 0, sizeof a);
  if (e)
    for (int i = 0; i < 10; i++)
      e[i] = a[i + 1];
  int **dyn = malloc(3 * sizeof *dyn);
  dyn[0] = a;
  dyn[1] = malloc(4000);
  dyn[2] = dyn[1] + 1;
  for (int i = 0; i < 600; i++)
    dyn[1][i] = i;
  for (int i = 0; i < 500; i++)
    dyn[2][i] = dyn[1][i] + dyn[0][i];
  dyn[1] = realloc(dyn[1], 8000);
  for (int i = 0; i < 500; i++)
    dyn[1][i + 500] = dyn[1][i] + 1;
  ptrdiff_t gap = b - a;
  (void)gap;
  int mat[10][30];
  int(*row)[30] = mat;
  for (int i = 0; i < 300; i++)
    (*row)[i % 30] = 0, mat[i / 30][i % 30] = i;
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 30; j++)
      row[i + 1][j] += mat[i][j];
  unsigned h = 0;
  for (int i = 0; i < 600; i++)
    h = h * 31 + a[i] + b[i] * 3 + c[i] * 7 + dyn[1][i] * 11;
  for (int i = 0; i < 20; i++)
    h = h * 31 + o.n.v[i];
  for (int i = 0; i < 300; i++)
    h = h * 31 + (&mat[0][0])[i];
  printf("%u\n", h);
  return 0;
}
