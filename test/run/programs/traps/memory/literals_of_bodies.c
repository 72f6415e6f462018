// SPDX-License-Identifier: Apache-2.0
//
// Compound literals in bodies without braces: each iteration has its own, and
// those of the block around outlive the loop.
#include "../../digest.h"
#include <stdlib.h>

#define N 3000
typedef struct {
  double x, y;
} pair;
typedef struct {
  pair c, grad;
  int id;
} cell;
static cell cells[N];
static const int *seen[N];
static int ids[N];

static double length(const pair *p) { return p->x * p->x + p->y * p->y; }

int main(int argc, char **argv) {
  int n = argc > 8 ? atoi(argv[1]) : N;
  for (int i = 0; i < n; i++)
    cells[i].c = (pair){i, i * 0.5};
  for (int i = 0; i < n; i++)
    if (i % 3)
      cells[i].grad = (pair){.y = i};
    else
      cells[i] = (cell){{1, 2}, {3, i}, i};
  for (int i = 0; i < n; i++)
    cells[i].c.x += length(&(pair){cells[i].c.y, i});
  for (int i = 0; i < n; i++)
    ids[i] = ((int[]){i, i * 2, i * 3, 7})[cells[i].id % 4];
  // Kept beyond the statement, within the block.
  int *last = 0;
  for (int i = 0; i < n; i++) {
    int *own = (int[]){i, i + 1};
    own[0] += ids[i];
    ids[i] = own[0] ^ own[1];
  }
  const int *outer = (int[]){n, 4, 5};
  for (int i = 0; i < n; i++)
    seen[i] = outer;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      ids[i] += *(last = &(int){i + k}) + seen[i][k];
  show("cells", cells, sizeof cells);
  show("ids", ids, sizeof ids);
  return last == 0;
}
