// SPDX-License-Identifier: Apache-2.0
// The triangles of an undirected graph, by merging sorted lists of greater
// neighbours, and how many each vertex is the least of.
//
// SMALL: 300
//
// Vertices are independent and very unlike in work; the count is a sum.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int n;
  int *start;
  int *to;
} Graph;

/// Vertices with small numbers have many neighbours.
static int stride(int i, int j) {
  unsigned h = ((unsigned)i * 73856093u) ^ ((unsigned)j * 19349663u);
  h ^= h >> 13;
  h *= 2654435761u;
  return 1 + (int)((h >> 16) % (2u + (unsigned)i / 4));
}

static int make(Graph *g, int n) {
  int edges = 0, room = 16;
  g->n = n;
  g->start = malloc((n + 1) * sizeof *g->start);
  g->to = malloc(room * sizeof *g->to);
  for (int i = 0; i < n; i++) {
    g->start[i] = edges;
    for (int j = i + stride(i, i); j < n; j += stride(i, j)) {
      if (edges == room) {
        room *= 2;
        g->to = realloc(g->to, room * sizeof *g->to);
        if (!g->to)
          return 0;
      }
      g->to[edges++] = j;
    }
  }
  g->start[n] = edges;
  return edges;
}

static int common(const int *a, const int *aEnd, const int *b,
                  const int *bEnd) {
  int count = 0;
  while (a < aEnd && b < bEnd) {
    if (*a < *b)
      a++;
    else if (*a > *b)
      b++;
    else {
      count++;
      a++;
      b++;
    }
  }
  return count;
}

int main(int argc, char **argv) {
  Graph g;
  int edges = make(&g, argc > 1 ? atoi(argv[1]) : 22000);
  long *least = calloc(g.n, sizeof *least);
  if (!least)
    return 1;
  long total = 0;
  for (int i = 0; i < g.n; i++) {
    for (int k = g.start[i]; k < g.start[i + 1]; k++) {
      int j = g.to[k];
      least[i] += common(g.to + k + 1, g.to + g.start[i + 1], g.to + g.start[j],
                         g.to + g.start[j + 1]);
    }
    total += least[i];
  }
  printf("%d edges, %ld triangles, %ld at vertex 0\n", edges, total, least[0]);
  free(least);
  free(g.start);
  free(g.to);
  return 0;
}
