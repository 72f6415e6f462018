// SPDX-License-Identifier: Apache-2.0
// Distances from several places in a graph, level by level: in each level all
// places that are not yet reached look for a neighbour in the last level.
//
// SMALL: 700 2
//
// Bottom-up search: places are independent in each level and write only their
// own distance; how many were reached is a sum.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int places;
  int degree;
  int *neighbour;
} Graph;

static int make(Graph *g, int places) {
  g->places = places;
  g->degree = 12;
  g->neighbour = malloc((size_t)places * g->degree * sizeof *g->neighbour);
  if (!g->neighbour)
    return 0;
  unsigned state = 11;
  for (int p = 0; p < places; p++)
    for (int k = 0; k < g->degree; k++) {
      state = state * 1664525u + 1013904223u;
      int far = (int)((state >> 3) % (unsigned)places);
      g->neighbour[(size_t)p * g->degree + k] =
          k < 2 ? far : (p + 1 + (int)(state >> 20)) % places;
    }
  return 1;
}

static long expand(const Graph *g, const int *from, int *to, int level) {
  long found = 0;
#pragma omp parallel for schedule(static) reduction(+ : found)
  for (int p = 0; p < g->places; p++) {
    to[p] = from[p];
    if (from[p] >= 0)
      continue;
    const int *n = g->neighbour + (size_t)p * g->degree;
    for (int k = 0; k < g->degree; k++)
      if (from[n[k]] == level) {
        to[p] = level + 1;
        found++;
        break;
      }
  }
  return found;
}

int main(int argc, char **argv) {
  int places = argc > 2 ? atoi(argv[1]) : 400000,
      searches = argc > 2 ? atoi(argv[2]) : 30;
  Graph g;
  int *now = malloc(places * sizeof *now),
      *next = malloc(places * sizeof *next);
  if (!make(&g, places) || !now || !next)
    return 1;
  for (int s = 0; s < searches; s++) {
    for (int p = 0; p < places; p++)
      now[p] = -1;
    now[(long)s * 9973 % places] = 0;
    int level = 0;
    long reached = 1, found;
    while ((found = expand(&g, now, next, level)) > 0) {
      int *t = now;
      now = next;
      next = t;
      reached += found;
      level++;
    }
    printf("%d: %ld places within %d steps\n", s, reached, level);
  }
  free(g.neighbour);
  free(now);
  free(next);
  return 0;
}
