/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks follow pointers to nodes that have no names. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static struct node *heads[1024];
static unsigned sums[1024];

static __attribute__((noinline)) void add(void) {
  for (int i = 0; i < 1024; i++) {
    unsigned sum = sums[i];
    for (const struct node *node = heads[i]; node; node = node->next)
      sum = sum * 3 + (unsigned)node->value;
    sums[i] = sum;
  }
}

/* One after the other: the loops that fill the arrays stay sequential. */
static unsigned next(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345u;
  return state >> 8;
}

int main(void) {
  unsigned all = 0;
  for (int i = 0; i < 4096; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 1;
    node->value = i * 17;
    node->next = heads[i % 1024];
    heads[i % 1024] = node;
  }
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 1024; i++)
      heads[i]->value += (int)(next() % 5), sums[i] ^= next();
    add();
    for (int i = 0; i < 1024; i++)
      all = all * 31 + sums[i];
    printf("%u\n", all);
  }
  return 0;
}
