// A copy of the process needs no marks for what each iteration has for itself,
// on the stack or the heap, nor for what it has surely touched before: here in
// all functions that the iteration calls.
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --no-inlining --emit=%t.d %s
// RUN: %FileCheck %s --input-file=%t.d/unneeded-marks.c
#include <stdio.h>
#include <stdlib.h>

struct node {
  int key, left, right;
};

static struct node nodes[256];
static int used, deepest, table[9], filled[9];

/* Of the caller's row; of a block that the iteration allocates. */
static int least(const int *row, const int *block) {
  return row[0] < block[1] ? row[0] : block[1];
}
// CHECK: int hk_main_s1_least(const int *row, const int *block){{$}}
// CHECK: return row[0] < block[1] ? row[0] : block[1];

/* Of the caller's row, or of a table that nothing in the loop changes. */
static int later(const int *from) { return from[1] - from[0]; }
// CHECK: int hk_main_s1_later(const int *from){{$}}
// CHECK: return from[1] - from[0];

/* Of the caller's row, or of one that the loop fills. */
static int sooner(const int *from) { return from[0] - from[1]; }
// CHECK: int hk_main_s1_sooner(const int *from){{$}}
// CHECK: return (*{{.*}} = &(from[0]); hk_spec_read({{.*}} = &(from[1]); hk_spec_read(

/* Whoever calls this has set `used`; the key is read once. */
static int add(int key) {
  nodes[used].key = key;
  nodes[used].left = nodes[used].right = -1;
  return used++;
}
// CHECK: int hk_main_s1_add(int key){{$}}
// CHECK: = &(nodes[used].key);
// CHECK: return used++;

static int depth(int at, int key) {
  struct node *n = &nodes[at];
  if (n->key == key)
    return 1;
  if (n->key > key && n->left < 0)
    n->left = add(key);
  else if (n->key <= key && n->right < 0)
    n->right = add(key);
  return 1 + depth(n->key > key ? n->left : n->right, key);
}
// CHECK: int hk_main_s1_depth(int at, int key){{$}}
// CHECK: = &(n->key); hk_spec_read({{.*}}) == key)
// CHECK-NEXT: return 1;
// CHECK-NEXT: if (n->key > key &&

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  int *out = calloc((size_t)n, sizeof *out);
  for (int i = 0; i < 9; i++)
    table[i] = i * n % 10;
  for (int i = 0; i < n; i++) {
    int row[2] = {i, 7}, sum = 0;
    int *block = malloc(2 * sizeof *block);
    block[0] = 3;
    block[1] = i * 7 % 11;
    used = 0;
    add(50);
    for (int k = 0; k < 40; k++)
      sum +=
          depth(0, (int)((unsigned)(i + 1) * (unsigned)k * 2654435761u >> 25));
    filled[i % 9] = sum;
    sum += later(i % 3 ? row : table + i % 8);
    sum += sooner(i % 5 ? row : filled + i % 8);
    out[i] = sum + least(row, block);
    free(block);
  }
  for (int i = 0; i < n; i++)
    deepest = out[i] > deepest ? out[i] : deepest;
  printf("%d\n", deepest);
  return 0;
}
// CHECK: static void hk_main_s1(void *hk_spec_frame, long long hk_spec_from)
// CHECK: block[0] = 3;
// CHECK-NEXT: block[1] = i * 7 % 11;
// CHECK-NEXT: = &(used);
