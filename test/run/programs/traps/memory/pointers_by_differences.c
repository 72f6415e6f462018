// SPDX-License-Identifier: Apache-2.0
//
// A pointer moved by a difference of integers leads into another block than the
// one that it started from.
// HOCKETCC: --always-transform --always-parallel

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct image {
  int height, width;
  int *at;
};

// `pad` points into what is written.
static void add(const int *pad, const struct image *from, struct image *to) {
  for (int j = 0; j < from->height; j++)
    for (int i = 0; i < from->width; i++) {
      int k = j - *pad;
      if (k < 0 || k >= from->height)
        continue;
      to->at[i * to->width + k] += from->at[i * from->width + j] % 3 + 1;
    }
}

static void by_difference(int *start, struct image *from, struct image *to,
                          int k) {
  int *p = start;
  p = (int *)((uintptr_t)p + ((uintptr_t)(to->at + k) - (uintptr_t)p));
  add(p, from, to);
}

// The difference stands in a variable in between.
static void in_steps(int *start, struct image *from, struct image *to, int k) {
  uintptr_t way = (uintptr_t)(to->at + k) - (uintptr_t)start;
  int *p = (int *)((uintptr_t)start + way);
  add(p, from, to);
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 16 + argc;
  struct image from = {n, n, calloc((size_t)n * n, sizeof(int))};
  struct image to = {n, n, calloc((size_t)n * n, sizeof(int))};
  int *start = calloc(9, sizeof(int));
  if (!from.at || !to.at || !start)
    return 1;
  for (int i = 0; i < n * n; i++)
    from.at[i] = i * 7 % 5;
  by_difference(start, &from, &to, 5 * n + 3);
  in_steps(start, &from, &to, 3 * n + 1);
  int hash = 0;
  for (int i = 0; i < n * n; i++)
    hash = hash * 3 % 1000003 + to.at[i];
  printf("%d\n", hash);
  free(from.at);
  free(to.at);
  free(start);
  return 0;
}
