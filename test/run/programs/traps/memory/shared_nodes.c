// SPDX-License-Identifier: Apache-2.0
//
// Lists and arrays of pointers in which a node comes twice, or a circle.
#include "../../digest.h"
struct node {
  struct node *next;
  unsigned v, seen;
};
static struct node nodes[900], *order[900];
static void walk(struct node *p, int most) {
  for (int c = 0; p && c < most; p = p->next, c++)
    p->v = p->v * 3u + (unsigned)c;
}
static void each(struct node **p, int n) {
  for (int i = 0; i < n; i++)
    p[i]->v = p[i]->v * 5u + (unsigned)i;
}
static void neighbours(struct node **p, int n) {
  for (int i = 0; i < n; i++)
    p[i]->seen = p[i]->next ? p[i]->next->seen + 1u : 0;
}
int main(void) {
  for (int i = 0; i < 900; i++) {
    nodes[i] = (struct node){i < 899 ? nodes + i + 1 : 0, (unsigned)i, 0};
    order[i] = nodes + i * 7 % 900;
  }
  walk(nodes, 10000);
  each(order, 900);
  neighbours(order, 900);
  order[7] = order[800];
  each(order, 900);
  neighbours(order, 900);
  nodes[600].next = nodes + 100;
  walk(nodes, 2000);
  unsigned h = 0;
  for (int i = 0; i < 900; i++)
    h = h * 31 + nodes[i].v + nodes[i].seen * 7;
  printf("%u\n", h);
  return 0;
}
