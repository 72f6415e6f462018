// SPDX-License-Identifier: Apache-2.0
// PageRank by pulling along incoming links, until the ranks rest.
//
// SMALL: -DPAGES=900
//
// Pages are independent in each round. The change is summed over blocks of
// pages, so that the order of additions is fixed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PAGES
#define PAGES 300000
#endif

enum { Block = 100, Blocks = PAGES / Block };

static int start[PAGES + 1], out_degree[PAGES];
static int *source;
static double rank[PAGES], share[PAGES], change[Blocks];

static int make_links(void) {
  for (int p = 0; p < PAGES; p++)
    start[p + 1] = start[p] + 2 + (p % 97 == 0 ? 200 : p % 17);
  source = malloc(start[PAGES] * sizeof *source);
  if (!source)
    return 0;
  unsigned state = 4;
  for (int k = 0; k < start[PAGES]; k++) {
    state = state * 1664525u + 1013904223u;
    source[k] = (int)((state >> 4) % PAGES);
    out_degree[source[k]]++;
  }
  return 1;
}

static double iterate(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int p = 0; p < PAGES; p++)
      share[p] = out_degree[p] ? rank[p] / out_degree[p] : 0.0;
#pragma omp for schedule(static)
    for (int b = 0; b < Blocks; b++) {
      double moved = 0.0;
      for (int p = b * Block; p < (b + 1) * Block; p++) {
        double sum = 0.0;
        for (int k = start[p]; k < start[p + 1]; k++)
          sum += share[source[k]];
        double next = 0.15 / PAGES + 0.85 * sum;
        moved += fabs(next - rank[p]);
        rank[p] = next;
      }
      change[b] = moved;
    }
  }
  double total = 0.0;
  for (int b = 0; b < Blocks; b++)
    total += change[b];
  return total;
}

int main(void) {
  if (!make_links())
    return 1;
  for (int p = 0; p < PAGES; p++)
    rank[p] = 1.0 / PAGES;
  int rounds = 0;
  double moved;
  do {
    moved = iterate();
    rounds++;
  } while (moved > 1e-14 && rounds < 200);
  int best = 0;
  for (int p = 1; p < PAGES; p++)
    if (rank[p] > rank[best])
      best = p;
  printf("%d rounds, last change %.17g, best %d with %.17g\n", rounds, moved,
         best, rank[best]);
  free(source);
  return 0;
}
