// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 4
//
// What iterations allocate and leave: trees, lists that grow by realloc, texts,
// a chain through all of them. The rest of the program frees and enlarges it,
// also through pointers to functions, and in loops that are tried again.
#include "../digest.h"
#include <stdlib.h>
#include <string.h>

enum { N = 160, ROUNDS = 4 };

struct node {
  struct node *left, *right;
  unsigned key;
};
struct list {
  unsigned *items;
  int count, room;
};
struct link {
  struct link *next;
  unsigned value;
};

static struct node *trees[N];
static struct list lists[N], grown[N];
static char *texts[N];
static struct link *chain;
static unsigned sums[N];

static struct node *insert(struct node *tree, unsigned key) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    tree->left = tree->right = NULL;
    tree->key = key;
  } else if (key < tree->key) {
    tree->left = insert(tree->left, key);
  } else if (key > tree->key) {
    tree->right = insert(tree->right, key);
  }
  return tree;
}

static unsigned sum_of(const struct node *tree, unsigned depth) {
  return tree ? tree->key * depth + sum_of(tree->left, depth + 1) +
                    sum_of(tree->right, depth + 2)
              : 1;
}

static void drop(struct node *tree) {
  if (tree) {
    drop(tree->left);
    drop(tree->right);
    free(tree);
  }
}

static void push(struct list *list, unsigned item) {
  if (list->count == list->room) {
    list->room = list->room ? 2 * list->room : 2;
    list->items = realloc(list->items, (size_t)list->room * sizeof(unsigned));
  }
  list->items[list->count++] = item;
}

static void keep(struct link *link) {
  link->next = chain;
  chain = link;
}

int main(void) {
  void (*release)(void *) = free;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < N; i++) { // trees, and a list for each
      unsigned x = (unsigned)(i * 2654435761u + round);
      for (int k = 0; k < 40 + i % 7; k++) {
        x = x * 1664525 + 1013904223;
        trees[i] = insert(trees[i], x >> 20);
        if (x >> 30 == 1)
          push(&lists[i], x >> 16);
      }
    }
    for (int i = 0; i < N; i++) { // old ones grow, by what is in them
      for (int k = 0; k < 30; k++)
        push(&grown[i], lists[i].count > k ? lists[i].items[k] : (unsigned)k);
      sums[i] = sum_of(trees[i], 1);
    }
    for (int i = 0; i < N; i++) { // texts that replace others
      char text[64];
      int at = snprintf(text, sizeof text, "%d.%u", round, sums[i] % 1000);
      for (int k = at; k < 60; k++)
        text[k] = (char)('a' + (sums[i] >> k % 16) % 26);
      text[40 + sums[i] % 20] = 0;
      free(texts[i]);
      texts[i] = strdup(text);
    }
    for (int i = 0; i < N; i++) { // each one behind the last
      struct link *link = malloc(sizeof *link);
      unsigned s = sums[i];
      for (int k = 0; k < 200; k++)
        s = s * 5 + (s >> 7) + (unsigned)k;
      link->value = s + (chain ? chain->value : 0);
      keep(link);
    }
    for (int i = 0; i < N; i++) { // all trees go
      drop(trees[i]);
      trees[i] = NULL;
      sums[i] ^= grown[i].items[grown[i].count - 1];
    }
    show("sums", sums, sizeof sums);
    for (int i = 0; i < N; i += 40)
      printf("%s %u %d\n", texts[i], chain->value, grown[i].count);
    for (int i = 0; i < N; i++) {
      if (i % 3 == round % 3) {
        release(grown[i].items);
        grown[i].items = NULL;
        grown[i].count = grown[i].room = 0;
      } else {
        grown[i].room += 1000;
        grown[i].items =
            realloc(grown[i].items, (size_t)grown[i].room * sizeof(unsigned));
      }
      lists[i].count /= 2;
    }
  }
  while (chain) {
    struct link *next = chain->next;
    release(chain);
    chain = next;
  }
  for (int i = 0; i < N; i++) {
    free(lists[i].items);
    free(grown[i].items);
    free(texts[i]);
  }
  return 0;
}
