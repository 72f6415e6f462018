// SPDX-License-Identifier: Apache-2.0
//
// Tags, enumerators and static names that mean something else in an inner
// scope, where code is taken out of it.
#include "../../digest.h"
struct point {
  unsigned x, y;
};
enum { SIZE = 900 };
static unsigned a[1200];
static int limit = 800;
static unsigned weight(struct point p) { return p.x + p.y; }
static void outer(void) {
  struct point {
    unsigned z[3];
  } p[SIZE];
  static unsigned limit = 700;
  enum { SIZE = 500 };
  for (unsigned i = 0; i < limit; i++)
    for (int k = 0; k < 3; k++)
      p[i].z[k] = a[i] + (unsigned)k;
  for (int i = 0; i < SIZE; i++)
    a[i] += p[i].z[i % 3];
  limit -= 100;
  show("a", a, sizeof a);
}
static void inner(int n) {
  unsigned a[1200], weight = 3;
  for (int i = 0; i < n; i++)
    a[i] = (unsigned)i * weight;
  {
    unsigned n = 0;
    for (int i = 0; i < limit; i++)
      n += a[i];
    extern unsigned other[];
    for (int i = 0; i < limit; i++)
      other[i] += n;
  }
  show("inner", a, (size_t)n * sizeof *a);
}
unsigned other[1200];
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i;
  outer();
  outer();
  inner(1200);
  struct point p = {1, 2};
  for (int i = 0; i < SIZE; i++) {
    p.x = a[i];
    a[i] = weight(p) + sizeof(struct point);
  }
  union point {
    unsigned v;
    char c[12];
  };
  for (int i = 0; i < SIZE; i++)
    a[i] += sizeof(union point) + other[i];
  show("a", a, sizeof a);
  return 0;
}
