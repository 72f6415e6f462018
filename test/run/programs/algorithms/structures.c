// SPDX-License-Identifier: Apache-2.0
//
// Linked lists, a hash table with chains, a binary tree, a ring buffer.
#include "../digest.h"

#include <stdlib.h>

#define N 8000
struct node {
  int key, count;
  struct node *next;
};
struct tree {
  int key;
  struct tree *left, *right;
};
static struct node *buckets[512], pool[N], *head;
static struct tree nodes[N], *root;
static int ring[256], out[N];

static struct node *lookup(int key) {
  for (struct node *n = buckets[key & 511]; n; n = n->next)
    if (n->key == key)
      return n;
  return NULL;
}

static void insert(int i, int key) {
  struct tree **where = &root;
  while (*where)
    where = key < (*where)->key ? &(*where)->left : &(*where)->right;
  nodes[i].key = key;
  *where = &nodes[i];
}

static int walk(const struct tree *t, int n) {
  if (!t)
    return n;
  n = walk(t->left, n);
  out[n++] = t->key;
  return walk(t->right, n);
}

int main(void) {
  int used = 0, first = 0, last = 0;
  long sum = 0;
  for (int i = 0; i < 5 * N; i++) {
    int key = (int)((i * 2654435761u) >> 8) % 3000;
    struct node *n = lookup(key);
    if (!n) {
      n = &pool[used++];
      n->key = key;
      n->next = buckets[key & 511];
      buckets[key & 511] = n;
    }
    n->count++;
  }
  for (int i = 0; i < 512; i++)
    for (struct node *n = buckets[i]; n; n = n->next)
      n->count = n->count * 2 + i;
  for (int i = 0; i < 512; i++)
    for (struct node *n = buckets[i]; n; n = n->next)
      sum += (long)n->key * n->count;
  for (int i = 0; i < 2000; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 1;
    n->key = i ^ 0x2a;
    n->next = head;
    head = n;
  }
  struct node *reversed = NULL;
  while (head) {
    struct node *n = head;
    head = n->next;
    n->next = reversed;
    reversed = n;
  }
  for (struct node *n = reversed; n; n = n->next)
    sum = sum * 3 % 1000003 + n->key;
  while (reversed) {
    struct node *n = reversed->next;
    free(reversed);
    reversed = n;
  }
  for (int i = 0; i < N; i++)
    insert(i, (i * 7919) % 10007);
  int n = walk(root, 0);
  for (int i = 0; i < 5000; i++) {
    ring[last++ & 255] = i;
    if (i % 3)
      sum += ring[first++ & 255];
    if (last - first > 200)
      first = last - 100;
  }
  printf("%d %d %ld\n", used, n, sum);
  show("out", out, sizeof out);
  return 0;
}
