// SPDX-License-Identifier: Apache-2.0
//
// Functions that call themselves for parts of their work: trees and intervals
// whose parts only read, and parts that must keep their order.
// FLAGS: -lm
// STATUS: 3
// REGIONS: 1
#include "../digest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node {
  struct Node *left, *right;
  double weight;
  int key;
} Node;

typedef struct {
  double low, high;
  long count;
} Range;

static Node pool[1 << 14];
static int used, calls, depth_now, deepest;

static Node *build(int depth, unsigned seed) {
  if (depth == 0 || seed % 13 == 1)
    return NULL;
  Node *n = &pool[used++];
  n->weight = (double)(seed % 1000) / 7.0;
  n->key = (int)(seed >> 12) % 1000;
  n->left = build(depth - 1, seed * 1664525u + 1013904223u);
  n->right = build(depth - 1, seed * 22695477u + 1u);
  return n;
}

/* Sums keep their order. */
static double total(const Node *n) {
  if (!n)
    return 0.0;
  double left = total(n->left), right = total(n->right);
  return left * 0.75 + right + sin(n->weight);
}

/* Both calls in one expression, the rest around them. */
static int height(const Node *n) {
  return n ? 1 + abs(height(n->left) - height(n->right)) +
                 (n->key & height(n->left))
           : 0;
}

/* A struct as argument and result, an early end. */
static Range range(const Node *n, Range outer) {
  if (!n || outer.low > 900)
    return outer;
  Range inner = {outer.low + 0.5, outer.high - 0.25, 1};
  Range left = range(n->left, inner);
  Range right = range(n->right, outer);
  Range result = {left.low < right.low ? left.low : right.low,
                  left.high > right.high ? left.high : right.high,
                  left.count + right.count + inner.count};
  return result;
}

static unsigned long fibonacci(unsigned n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

/* Four parts, in two statements and a third one between them. */
static long corners(int x, int y, int size) {
  if (size == 0)
    return (x * 31 + y * 17) % 11;
  int h = size / 2;
  long sum = corners(x, y, h) - corners(x + h, y, h);
  sum += 3;
  sum += 2 * corners(x, y + h, h) - corners(x + h, y + h, h);
  return sum;
}

/* Each call of the other: a parity of the tree. */
static int odd(const Node *n);
static int even(const Node *n) {
  if (!n)
    return 0;
  return odd(n->left) + odd(n->right);
}
static int odd(const Node *n) {
  if (!n)
    return 1;
  int l = even(n->left), r = odd(n->right);
  return 2 * l - r;
}

/* Not so: a counter, a depth, the result of one for the other,
   output, the end of the program. */
static long counted(const Node *n) {
  calls = (calls * 3 + 1) % 100003;
  if (!n)
    return calls % 7;
  long left = counted(n->left), right = counted(n->right);
  return 2 * left - right;
}

static int deep(const Node *n) {
  if (!n)
    return 0;
  if (++depth_now > deepest)
    deepest = depth_now;
  int left = deep(n->left), right = deep(n->right);
  depth_now--;
  return left > right ? left + depth_now : right - depth_now;
}

static void gather(const Node *n, int *keys, int *count) {
  if (!n)
    return;
  gather(n->left, keys, count);
  keys[(*count)++] = n->key;
  gather(n->right, keys, count);
}

static long chained(const Node *n, long before) {
  if (!n)
    return before + 1;
  long left = chained(n->left, before % 1000003 * 3);
  long right = chained(n->right, left);
  return right ^ n->key;
}

static void find(const Node *n, int key) {
  if (!n)
    return;
  if (n->key == key) {
    printf("found %d\n", key);
    return;
  }
  find(n->left, key);
  find(n->right, key);
}

/* A list is a tree of one branch: as deep as it is long. */
static long line(const int *next, int at) {
  if (at < 0)
    return 1;
  return line(next, next[at]) + line(next, -1 - at);
}

static long quit(const Node *n, long limit) {
  if (!n)
    return 1;
  long both = quit(n->left, limit) + quit(n->right, limit);
  if (both > limit) {
    printf("too many: %ld\n", both);
    exit(3);
  }
  return both;
}

int main(void) {
  static int keys[1 << 14], next[20000];
  int count = 0;
  for (int round = 0; round < 4; round++) {
    used = 0;
    Node *root = build(3 * round + 3, 12345u + (unsigned)round);
    double sum = total(root);
    Range r = range(root, (Range){0.0, 10.0, 0});
    show("total", &sum, sizeof sum);
    printf("%d nodes, height %d, range %g %g %ld\n", used,
           round < 3 ? height(root) : 0, r.low, r.high, r.count);
    printf("parity %d %d\n", even(root), odd(root));
    printf("counted %ld, deep %d %d\n", counted(root), deep(root), deepest);
    printf("chained %ld\n", chained(root, round));
    count = 0;
    gather(root, keys, &count);
    show("keys", keys, (size_t)count * sizeof *keys);
    find(root, 500);
  }
  for (unsigned n = 0; n < 22; n += 7)
    printf("%lu %ld\n", fibonacci(n), corners((int)n, 3, 1 << (n / 3)));
  for (int i = 0; i < 20000; i++)
    next[i] = i - 1;
  printf("line %ld\n", line(next, 19999));
  printf("quit %ld\n", quit(pool, 1 << 20));
  return (int)(quit(pool, 50) % 2);
}
