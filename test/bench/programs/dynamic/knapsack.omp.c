// SPDX-License-Identifier: Apache-2.0
// The 0-1 knapsack problem: the best value for each capacity, item by item.
//
// SMALL: -DITEMS=20 -DCAPACITY=900
//
// Items follow one another; with two rows the capacities of one item are
// independent.
#include <stdio.h>

#ifndef ITEMS
#define ITEMS 14000
#define CAPACITY 300000
#endif

typedef struct {
  int weight;
  int value;
} Item;

static Item items[ITEMS];
static int best[2][CAPACITY + 1];

static int fill(void) {
  int from = 0;
#pragma omp parallel firstprivate(from)
  for (int i = 0; i < ITEMS; i++) {
    int weight = items[i].weight, value = items[i].value;
    const int *old = best[from];
    int *row = best[1 - from];
#pragma omp for schedule(static)
    for (int c = 0; c <= CAPACITY; c++) {
      if (c < weight) {
        row[c] = old[c];
        continue;
      }
      int with = old[c - weight] + value;
      int without = old[c];
      row[c] = with > without ? with : without;
    }
    from = 1 - from;
  }
  return ITEMS % 2;
}

int main(void) {
  unsigned state = 5;
  for (int i = 0; i < ITEMS; i++) {
    state = state * 1664525u + 1013904223u;
    items[i].weight = 1 + (state >> 16) % (CAPACITY / 200);
    items[i].value = items[i].weight + (state >> 8) % 100;
  }
  int last = fill();
  for (int part = 1; part <= 8; part++)
    printf("%d ", best[last][CAPACITY / 8 * part]);
  printf("\n");
  return 0;
}
