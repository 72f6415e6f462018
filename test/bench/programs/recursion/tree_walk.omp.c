// SPDX-License-Identifier: Apache-2.0
// A binary tree with a formula at each node, built from a list and evaluated by
// recursion.
//
// SMALL: 9
//
// The two subtrees of a node are independent: divide and conquer down to a
// grain.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *left, *right;
  double weight;
  int operation;
} Node;

static Node *build(Node *pool, long *used, int depth, unsigned seed) {
  Node *n = &pool[(*used)++];
  n->weight = 0.5 + (seed % 1000) / 2000.0;
  n->operation = (int)(seed >> 16) % 3;
  n->left = n->right = NULL;
  if (depth > 1 && seed % 11 != 0) {
    n->left = build(pool, used, depth - 1, seed * 1664525u + 1013904223u);
    n->right = build(pool, used, depth - 1, seed * 22695477u + 1u);
  }
  return n;
}

static double combine(const Node *n, double left, double right) {
  switch (n->operation) {
  case 0:
    return n->weight * (left + right);
  case 1:
    return sqrt(fabs(left * right) + n->weight);
  default:
    return n->weight * exp(-fabs(left - right));
  }
}

static double evaluate(const Node *n) {
  if (!n->left)
    return sin(n->weight);
  double left = evaluate(n->left);
  double right = evaluate(n->right);
  return combine(n, left, right);
}

static double evaluateInTasks(const Node *n, int depth) {
  if (!n->left || depth == 0)
    return evaluate(n);
  double left, right;
#pragma omp task shared(left)
  left = evaluateInTasks(n->left, depth - 1);
  right = evaluateInTasks(n->right, depth - 1);
#pragma omp taskwait
  return combine(n, left, right);
}

int main(int argc, char **argv) {
  int depth = argc > 1 ? atoi(argv[1]) : 23;
  Node *pool = malloc(sizeof *pool << depth);
  if (!pool)
    return 1;
  long used = 0;
  Node *root = build(pool, &used, depth, 12345);
  double sum = 0.0;
  for (int round = 0; round < 100; round++) {
    root->weight = 0.5 + round / 200.0;
    double value;
#pragma omp parallel
#pragma omp single
    value = evaluateInTasks(root, 6);
    sum += value;
  }
  printf("%ld nodes, sum %.17g\n", used, sum);
  free(pool);
  return 0;
}
