// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Arrays of structs inside structs, copied as a whole.
#include <stdio.h>
#include <string.h>
typedef struct {
  double x, y;
  int tag;
  char name[9];
} P;
typedef struct {
  P p[40];
  int n;
  P *best;
  union {
    int i;
    float f;
  } u;
} S;
static S s, s2;
static P pool[100];
static P mk(int i) {
  P p = {i, i * 2.0, i, {0}};
  snprintf(p.name, 9, "n%d", i % 1000);
  return p;
}
static double dist(const P *a, const P *b) {
  return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y);
}
int main(void) {
  for (int i = 0; i < 100; i++)
    pool[i] = mk(i * 37 % 100);
  for (int i = 0; i < 40; i++)
    s.p[i] = pool[(i * 7) % 100];
  for (int t = 0; t < 4; t++) {
    s2 = s;
    for (int i = 0; i < 40; i++) {
      double bd = 1e9;
      for (int j = 0; j < 100; j++) {
        double d = dist(&s2.p[i], &pool[j]);
        if (d < bd) {
          bd = d;
          s.p[i].tag = j;
        }
      }
      s.p[i].x += bd;
    }
    for (int i = 0; i < 40; i++)
      pool[s.p[i].tag].y += s.p[i].x;
    s.best = &s.p[t];
    s.best->x += 1;
    for (int i = 0; i < 39; i++)
      s.p[i] = s.p[i + 1];
    for (int i = 39; i > 0; i--)
      s.p[i].name[0] = s.p[i - 1].name[1];
    s.u.f = t;
    s.n += s.u.i >> 20;
    {
      P tmp = s.p[3];
      s.p[3] = s.p[4];
      s.p[4] = tmp;
    }
    memcpy(&s.p[10], &s.p[20], 5 * sizeof(P));
  }
  double h = 0;
  for (int i = 0; i < 40; i++)
    h = h * 1.01 + s.p[i].x + s.p[i].tag + s.p[i].name[0];
  for (int i = 0; i < 100; i++)
    h = h * 1.01 + pool[i].y;
  printf("%.17g %d\n", h, s.n);
  return 0;
}
