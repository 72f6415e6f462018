// SPDX-License-Identifier: Apache-2.0
//
// Blocks of the heap that each iteration allocates and alone reaches, through
// members, lists and trees.
//
// REGIONS: 4
#include "../digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
  char *data;
  size_t length, room;
};

static void append(struct text *t, const char *word, size_t n) {
  if (t->length + n + 1 > t->room) {
    t->room = (t->length + n + 1) * 2;
    t->data = realloc(t->data, t->room);
  }
  memcpy(t->data + t->length, word, n);
  t->length += n;
  t->data[t->length] = 0;
}

// A growing buffer behind a member.
static void __attribute__((noinline)) texts(unsigned *out, int n) {
  for (int i = 0; i < n; i++) {
    struct text t = {0};
    for (int k = 0; k < 20 + i % 9; k++)
      append(&t, "abcdefghij" + (i + k) % 5, 1 + (i * k) % 5);
    unsigned h = 1;
    for (size_t k = 0; k < t.length; k++)
      h = h * 31 + (unsigned char)t.data[k];
    out[i] = h;
    free(t.data);
  }
}

struct item {
  struct item *next;
  int value;
};

// A list; its head is declared outside, but set before it is used.
static void __attribute__((noinline)) lists(unsigned *out, int n) {
  struct item *head, *at;
  for (int i = 0; i < n; i++) {
    head = NULL;
    for (int k = 0; k < 10 + i % 7; k++) {
      struct item *one = malloc(sizeof *one);
      one->value = i * 3 + k;
      one->next = head;
      head = one;
    }
    unsigned sum = 0;
    for (at = head; at; at = at->next)
      sum = sum * 7 + (unsigned)at->value;
    out[i] += sum;
    while (head) {
      at = head->next;
      free(head);
      head = at;
    }
  }
}

struct tree {
  struct tree *left, *right;
  int key;
};

static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
  } else if (key < t->key)
    t->left = insert(t->left, key);
  else if (key > t->key)
    t->right = insert(t->right, key);
  return t;
}

static unsigned walk(const struct tree *t, unsigned depth) {
  return t ? walk(t->left, depth + 1) * 3 + (unsigned)t->key * depth +
                 walk(t->right, depth + 1)
           : 1;
}

static void drop(struct tree *t) {
  if (!t)
    return;
  drop(t->left);
  drop(t->right);
  free(t);
}

// A tree by recursive functions.
static void __attribute__((noinline)) trees(unsigned *out, int n) {
  for (int i = 0; i < n; i++) {
    struct tree *root = NULL;
    for (int k = 0; k < 25; k++)
      root = insert(root, (i * 17 + k * 29) % 101);
    out[i] ^= walk(root, 1);
    drop(root);
  }
}

struct table {
  struct item **heads;
  int *order;
  int used;
};

// A table of lists, all its blocks behind one that is the iteration's own.
static void __attribute__((noinline)) tables(unsigned *out, int n) {
  for (int i = 0; i < n; i++) {
    struct table *t = malloc(sizeof *t);
    t->heads = calloc(8, sizeof *t->heads);
    t->order = malloc(40 * sizeof *t->order);
    t->used = 0;
    for (int k = 0; k < 40; k++) {
      int key = (i + k * k) % 23;
      struct item *at = t->heads[key % 8];
      while (at && at->value != key)
        at = at->next;
      if (at)
        continue;
      at = malloc(sizeof *at);
      at->value = key;
      at->next = t->heads[key % 8];
      t->heads[key % 8] = at;
      t->order[t->used++] = key;
    }
    unsigned h = 0;
    for (int k = 0; k < t->used; k++)
      h = h * 5 + (unsigned)t->order[k];
    for (int k = 0; k < 8; k++)
      while (t->heads[k]) {
        struct item *gone = t->heads[k];
        t->heads[k] = gone->next;
        h += (unsigned)gone->value;
        free(gone);
      }
    out[i] += h;
    free(t->heads);
    free(t->order);
    free(t);
  }
}

int main(void) {
  enum { n = 200 };
  unsigned *out = calloc(n, sizeof *out);
  texts(out, n);
  show("texts", out, n * sizeof *out);
  lists(out, n);
  show("lists", out, n * sizeof *out);
  trees(out, n);
  show("trees", out, n * sizeof *out);
  tables(out, n);
  show("tables", out, n * sizeof *out);
  free(out);
}
