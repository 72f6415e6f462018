// SPDX-License-Identifier: Apache-2.0
//
// Pointers that the loop does not follow: where a condition says no, or an
// inner loop has no iteration, they may be null. A test on entry must not
// follow them either.
#include "../../digest.h"
#define FAR __attribute__((noinline)) static
struct list {
  int *p;
  int n;
  struct list *next;
};
static int d[1000], chosen[1000];

FAR void some(int *p, int **q, int n) {
  for (int i = 0; i < n; i++)
    if (chosen[i])
      p[i] = (*q)[i];
}
FAR void inner(int *p, int **q, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i] += (*q)[j];
}
FAR void triangle(int *p, int **q, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      p[i] += (*q)[j];
}
FAR void late(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++)
    p[i] = i > 5000 ? s->p[i] : 3;
}
FAR void also(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++)
    p[i] = chosen[i] && s->p[i];
}
FAR void bounds(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++) {
    p[i] = i;
    if (chosen[i])
      for (int j = 0; j < s->n; j++)
        p[i] += s->p[j];
  }
}
FAR void if_any(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++) {
    p[i] = i;
    if (s)
      p[i] += s->p[i];
  }
}
FAR void skipped(int *p, int **q, int n, int skip) {
  for (int i = 0; i < n; i++) {
    if (skip)
      continue;
    p[i] = (*q)[i];
  }
}
FAR void cases(int *p, int **q, int n, int which) {
  for (int i = 0; i < n; i++)
    switch (which) {
    case 1:
      p[i] = (*q)[i];
      break;
    default:
      p[i] = 4;
    }
}
FAR void subscript(int *p, int *q, int *r, int n, int m) {
  for (int i = 0; i < n; i++) {
    p[i] = 3;
    for (int j = 0; j < m; j++)
      p[i] += r[*q + j];
  }
}
FAR void next(int *p, struct list *s, int n) {
  for (int i = 0; i < n; i++)
    p[i] = chosen[i] ? s->next->p[i] : 3;
}
FAR void offset(int *restrict p, unsigned *q, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (chosen[i])
      p[i + *q] = 3;
}
FAR void extents(int *restrict p, struct list *s, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * s->n + j] = 3;
}
FAR void indirect(int *p, int ***q, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i] += (**q)[j];
}
/* The number is computed beside the loop: it may be 0. */
FAR void counted_here(int *p, int **q, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += chosen[i];
  for (int i = 0; i < count; i++)
    p[i] = (*q)[i];
}

static void follow_nothing(int n) {
  some(d, 0, n);
  inner(d, 0, n, 0);
  triangle(d, 0, 1);
  triangle(d, 0, 0);
  late(d, 0, n);
  also(d, 0, n);
  bounds(d, 0, n);
  if_any(d, 0, n);
  skipped(d, 0, n, 1);
  cases(d, 0, n, 0);
  subscript(d, 0, 0, n, 0);
  next(d, 0, n);
  offset(d, 0, (unsigned)n);
  extents(d, 0, n, 0);
  indirect(d, 0, n, 0);
  counted_here(d, 0, n);
}

static void follow(int n) {
  static int data[1000];
  unsigned two = 2;
  int *q = data, **r = &q, one = 1;
  struct list s = {data, 10, 0};
  s.next = &s;
  for (int i = 0; i < 1000; i++)
    data[i] = i * 7 % 64;
  some(d, &q, n);
  inner(d, &q, n, 5);
  triangle(d, &q, n);
  late(d, &s, n);
  also(d, &s, n);
  bounds(d, &s, n);
  if_any(d, &s, n);
  skipped(d, &q, n, 0);
  cases(d, &q, n, 1);
  subscript(d, &one, data, n, 6);
  next(d, &s, n);
  offset(d, &two, (unsigned)n);
  extents(d, &s, n / 10, 9);
  extents(d, &s, n / 10, 12);
  indirect(d, &r, n, 4);
  counted_here(d, &q, n);
}

int main(void) {
  int counts[] = {0, 1, 2, 50, 500};
  for (int k = 0; k < 5; k++) {
    follow_nothing(counts[k]);
    show("nothing", d, sizeof d);
    for (int i = 0; i < 1000; i++)
      chosen[i] = i % 3;
    follow(counts[k]);
    show("something", d, sizeof d);
    for (int i = 0; i < 1000; i++)
      chosen[i] = 0;
  }
  return 0;
}
