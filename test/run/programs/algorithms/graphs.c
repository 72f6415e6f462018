// SPDX-License-Identifier: Apache-2.0
//
// Shortest paths (Floyd and Warshall, Bellman and Ford), breadth first search,
// union-find, topological order.
#include "../digest.h"

#define V 150
#define E 3000
static int dist[V][V], from[E], to[E], cost[E], far[V], parent[V], level[V],
    queue[V], degree[V], order[V];

static int find(int v) {
  while (parent[v] != v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}

int main(void) {
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++)
      dist[i][j] = i == j ? 0 : 1 << 20;
  for (int e = 0; e < E; e++) {
    from[e] = (int)(e * 48271LL % 65537 % V);
    to[e] = (int)(e * 16807LL % 65539 % V);
    cost[e] = e % 97 + 1;
    if (cost[e] < dist[from[e]][to[e]])
      dist[from[e]][to[e]] = cost[e];
  }
  for (int i = 0; i < V; i++)
    far[i] = i ? 1 << 20 : 0;
  for (int round = 0, changed = 1; changed && round < V; round++) {
    changed = 0;
    for (int e = 0; e < E; e++)
      if (far[from[e]] + cost[e] < far[to[e]]) {
        far[to[e]] = far[from[e]] + cost[e];
        changed = 1;
      }
  }
  for (int i = 0; i < V; i++) {
    level[i] = -1;
    parent[i] = i;
  }
  int head = 0, tail = 0, parts = V;
  level[0] = 0;
  queue[tail++] = 0;
  while (head < tail) {
    int v = queue[head++];
    for (int w = 0; w < V; w++)
      if (dist[v][w] < 50 && level[w] < 0) {
        level[w] = level[v] + 1;
        queue[tail++] = w;
      }
  }
  for (int e = 0; e < 60; e++) {
    int a = find(from[e]), b = find(to[e]);
    if (a != b) {
      parent[a] = b;
      parts--;
    }
  }
  for (int e = 0; e < E; e++)
    if (from[e] < to[e])
      degree[to[e]]++;
  int n = 0;
  for (int i = 0; i < V; i++)
    if (!degree[i])
      order[n++] = i;
  for (int i = 0; i < n; i++)
    for (int e = 0; e < E; e++)
      if (from[e] == order[i] && from[e] < to[e] && --degree[to[e]] == 0)
        order[n++] = to[e];
  for (int k = 0; k < V; k++)
    for (int i = 0; i < V; i++)
      for (int j = 0; j < V; j++)
        if (dist[i][k] + dist[k][j] < dist[i][j])
          dist[i][j] = dist[i][k] + dist[k][j];
  printf("%d %d %d\n", tail, parts, n);
  show("dist", dist, sizeof dist);
  show("far", far, sizeof far);
  show("level", level, sizeof level);
  show("order", order, sizeof order);
  return 0;
}
