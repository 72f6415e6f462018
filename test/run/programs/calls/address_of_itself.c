// SPDX-License-Identifier: Apache-2.0
// The same with an outer variable of the same type, whose address would be
// taken instead.
#include <stdio.h>

static unsigned h[500], k[500];

struct node {
  struct node *self;
  int v;
};
static struct node n;

static void count(unsigned *to, unsigned seed) {
  for (int t = 0; t < 70000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    to[seed % 500] += seed & 7;
  }
}

static struct node make(struct node *p, unsigned *from) {
  struct node r;
  r.self = p;
  r.v = 0;
  for (int t = 0; t < 20000; t++)
    r.v += from[(t * 3) % 500];
  return r;
}

int main(void) {
  count(h, 1);
  struct node n = make(&n, k);
  printf("%d %d\n", n.self == &n, n.v);
  count(k, 3);
  printf("%u\n", k[7] + h[9]);
  return 0;
}
