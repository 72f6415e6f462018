// SPDX-License-Identifier: Apache-2.0
// Shortest ways between all pairs of places, with the next place on each way.
//
// SMALL: 60
//
// For each place in between, all rows are independent, as row k and column k do
// not change in step k.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { Far = INT_MAX / 4 };

static void shortest(int n, int distance[n][n], int via[n][n]) {
#pragma omp parallel
  for (int k = 0; k < n; k++)
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      int first = distance[i][k];
      if (first >= Far)
        continue;
      for (int j = 0; j < n; j++)
        if (first + distance[k][j] < distance[i][j]) {
          distance[i][j] = first + distance[k][j];
          via[i][j] = k;
        }
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1800;
  int(*distance)[n] = malloc(sizeof(int[n][n]));
  int(*via)[n] = malloc(sizeof(int[n][n]));
  if (!distance || !via)
    return 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned h = (unsigned)(i * 7919 + j) * 2654435761u;
      distance[i][j] = i == j                ? 0
                       : (h >> 16) % 100 < 6 ? 1 + (int)(h % 1000u)
                                             : Far;
      via[i][j] = -1;
    }
  shortest(n, distance, via);
  long sum = 0;
  int direct = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      sum += distance[i][j];
      direct += via[i][j] < 0;
    }
  printf("sum %ld, %d direct\n", sum, direct);
  free(distance);
  free(via);
  return 0;
}
