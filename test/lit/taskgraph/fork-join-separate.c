// A region ends before a call that is divided: the call uses all cores by
// itself, and would keep to one inside.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=region-formed --stop-after=codegen --print-after=codegen %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *left, *right;
  int key;
} Node;

static int total(const Node *n) {
  if (!n)
    return 0;
  int left = total(n->left), right = total(n->right);
  return n->key + left * 3 + right;
}

static double a[1000000], b[1000000];

// CHECK: int main(
// CHECK: int sum = hk_total_d1_enter(pool);
int main(int argc, char **argv) {
  Node *pool = calloc(1000, sizeof *pool);
  if (!pool || argc > 2)
    return 1;
  for (int i = 1; i < 1000; i++)
    pool[i / 2].key = i % 7;
  for (int i = 0; i < 1000000; i++)
    a[i] = i * 0.5;
  int sum = total(pool);
  for (int i = 0; i < 1000000; i++)
    b[i] = a[i] + sum;
  printf("%d %g\n", sum, b[5]);
  return argv[0] == NULL;
}
