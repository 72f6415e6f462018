// SPDX-License-Identifier: Apache-2.0
//
// Rows from malloc that only one place points to, until something copies the
// pointer: an assignment, memmove, bytes, a union, a callee, half an exchange.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
enum { R = 96, C = 40 };
static double **make(void) {
  double **r = malloc(R * sizeof *r);
  for (int i = 0; i < R; i++)
    r[i] = malloc(C * sizeof **r);
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      r[i][j] = i * 3 + j;
  return r;
}
#define WORK(r)                                                                \
  for (int i = 0; i < R; i++)                                                  \
    for (int j = 0; j < C; j++)                                                \
      r[i][j] = r[i][j] * 0.5 + i + r[i][0] * 0.25;
#define PRINT(r)                                                               \
  {                                                                            \
    unsigned long long h = 0;                                                  \
    for (int i = 0; i < R; i++)                                                \
      h = h * 31 + digest(r[i], C * sizeof(double));                           \
    printf("%d %llx\n", __LINE__, h);                                          \
  }
static void t_plain(void) {
  double **r = make();
  WORK(r);
  PRINT(r);
}
static void t_dup(void) {
  double **r = make();
  r[3] = r[4];
  WORK(r);
  PRINT(r);
}
static void t_memmove(void) {
  double **r = make();
  memmove(r + 1, r, 40 * sizeof *r);
  WORK(r);
  PRINT(r);
}
static void t_memcpy2(void) {
  double **r = make(), **s = make();
  memcpy(s, r, 50 * sizeof *r);
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      s[i][j] += r[(i + 1) % R][j];
  PRINT(r);
  PRINT(s);
}
static void t_struct(void) {
  struct m {
    double *row;
    int n;
  } *t = malloc(R * sizeof *t);
  for (int i = 0; i < R; i++) {
    t[i].row = malloc(C * 8);
    t[i].n = C;
    for (int j = 0; j < C; j++)
      t[i].row[j] = i + j;
  }
  for (int i = 0; i < R; i++)
    for (int j = 0; j < t[i].n; j++)
      t[i].row[j] += i;
  struct m u = t[5];
  t[9] = u;
  for (int i = 0; i < R; i++)
    for (int j = 0; j < t[i].n; j++)
      t[i].row[j] = t[i].row[j] * 0.5 + i + t[i].row[0];
  double s = 0;
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      s = s * 0.5 + t[i].row[j];
  printf("%.17g\n", s);
}
static double *keep;
static void t_global(void) {
  double **r = make();
  keep = r[7];
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      r[i][j] = keep[j] * 0.5 + i;
  PRINT(r);
}
static double *id(double *p) { return p; }
static void t_through(void) {
  double **r = make();
  r[10] = id(r[11]);
  WORK(r);
  PRINT(r);
}
static void put(double **to, double *p) { *to = p; }
static void t_put(void) {
  double **r = make();
  put(&r[60], r[20]);
  WORK(r);
  PRINT(r);
}
static void t_local(void) {
  double *r[R];
  for (int i = 0; i < R; i++)
    r[i] = calloc(C, 8);
  double *p = r[2];
  r[50] = p;
  WORK(r);
  PRINT(r);
}
static void t_byte(void) {
  double **r = make();
  char *a = (char *)&r[1], *b = (char *)&r[70];
  for (unsigned i = 0; i < sizeof *r; i++)
    b[i] = a[i];
  WORK(r);
  PRINT(r);
}
static void t_uni(void) {
  union {
    double *d;
    unsigned long u;
  } x;
  double **r = make();
  x.d = r[8];
  unsigned long k = x.u;
  x.u = k;
  r[80] = x.d;
  WORK(r);
  PRINT(r);
}
static int up(const void *a, const void *b) {
  double x = **(double **)a, y = **(double **)b;
  return (x < y) - (x > y);
}
static void t_sort(void) {
  double **r = make();
  qsort(r, R, sizeof *r, up);
  WORK(r);
  PRINT(r);
}
static void t_swap(void) {
  double **r = make();
  for (int i = 0; i < R / 2; i++) {
    double *t = r[i];
    r[i] = r[R - 1 - i];
    r[R - 1 - i] = t;
  }
  WORK(r);
  PRINT(r);
}
static void t_badswap(void) {
  double **r = make();
  for (int i = 0; i < R / 2; i++) {
    double *t = r[i];
    r[i] = r[R - 1 - i];
    if (i != 30)
      r[R - 1 - i] = t;
  }
  WORK(r);
  PRINT(r);
}
static void t_off(void) {
  double **r = malloc(R * sizeof *r);
  double *p = malloc((R * C + 9) * 8);
  for (int i = 0; i < R * C + 9; i++)
    p[i] = i;
  for (int i = 0; i < R; i++)
    r[i] = p + i * (C - (i > 50));
  WORK(r);
  PRINT(r);
}
static void t_same(void) {
  double **r = malloc(R * sizeof *r);
  for (int i = 0; i < R; i++) {
    double *p = malloc(C * 8);
    for (int j = 0; j < C; j++)
      p[j] = j;
    r[i] = p;
    if (i == 40)
      r[41] = p, i++;
  }
  WORK(r);
  PRINT(r);
}
static void t_realloc(void) {
  double **r = make();
  r = realloc(r, 2 * R * sizeof *r);
  for (int i = 0; i < R; i++)
    r[R + i] = r[i];
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      r[i][j] += r[R + (i + 1) % R][j];
  PRINT(r);
}
static void t_cond(int k) {
  double **r = make();
  if (k)
    r[1] = r[0];
  WORK(r);
  PRINT(r);
}
static double **g;
static void mix(void) { g[4] = g[40]; }
static void t_callee(void) {
  g = make();
  mix();
  WORK(g);
  PRINT(g);
}
static void t_inner(void) {
  double **r = make();
  for (int i = 0; i + 1 < R; i++) {
    r[i + 1] = i == 33 ? r[i] : r[i + 1];
    for (int j = 0; j < C; j++)
      r[i][j] += i;
  }
  PRINT(r);
}
struct mat {
  double **d;
  int n, m;
};
static struct mat *mk(void) {
  struct mat *m = malloc(sizeof *m);
  m->d = make();
  m->n = R;
  m->m = C;
  return m;
}
static void mul(struct mat *a, struct mat *b, struct mat *c) {
  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < a->m; j++) {
      double s = 0;
      for (int k = 0; k < a->m; k++)
        s += b->d[i][k] * c->d[k][j] * 1e-3;
      a->d[i][j] = s;
    }
}
static void t_mat(void) {
  struct mat *a = mk(), *b = mk(), *c = mk();
  mul(a, b, c);
  mul(a, a, c);
  PRINT(a->d);
  mul(b, b, b);
  PRINT(b->d);
  a->d = b->d;
  mul(a, b, c);
  PRINT(a->d);
  struct mat d = *c;
  mul(&d, a, c);
  PRINT(c->d);
  d.d[5] = c->d[6];
  mul(a, b, &d);
  PRINT(a->d);
  mul(c, a, b);
  PRINT(c->d);
}
static void t_three(void) {
  double ***q = malloc(8 * sizeof *q);
  for (int i = 0; i < 8; i++)
    q[i] = make();
  q[3] = q[2];
  for (int a = 0; a < 8; a++)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++)
        q[a][i][j] = q[a][i][j] * 0.5 + a;
  for (int a = 0; a < 8; a++)
    PRINT(q[a]);
  q[3] = make();
  q[3][1] = q[4][1];
  for (int a = 0; a < 8; a++)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++)
        q[a][i][j] = q[a][i][j] * 0.5 + a;
  for (int a = 0; a < 8; a++)
    PRINT(q[a]);
}
static void t_list(void) {
  struct n {
    struct n *next;
    double *d;
  } *l = 0;
  for (int i = 0; i < R; i++) {
    struct n *x = malloc(sizeof *x);
    x->next = l;
    x->d = calloc(C, 8);
    l = x;
  }
  l->next->d = l->d;
  int c = 0;
  for (struct n *x = l; x; x = x->next, c++)
    for (int j = 0; j < C; j++)
      x->d[j] = x->d[j] * 2 + c;
  double s = 0;
  for (struct n *x = l; x; x = x->next)
    for (int j = 0; j < C; j++)
      s += x->d[j];
  printf("%.17g\n", s);
}
int main(int argc, char **argv) {
  t_plain();
  t_dup();
  t_memmove();
  t_memcpy2();
  t_struct();
  t_global();
  t_through();
  t_put();
  t_local();
  t_byte();
  t_uni();
  t_sort();
  t_swap();
  t_badswap();
  t_off();
  t_same();
  t_realloc();
  t_cond(0);
  t_cond(argc);
  t_callee();
  t_inner();
  t_mat();
  t_three();
  t_list();
  return 0;
}
