// SPDX-License-Identifier: Apache-2.0
//
// Loops in order under branches, in deeper nests, with loops inside, calls,
// exits, rows found through pointers; and several that follow each other.
// FLAGS: -lm
#include "../digest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define N 300
static unsigned cube[8][N][N], flat[N * N];
static double best[4001];
static int weight[60], starts[N + 1], entries[4 * N];

static unsigned counter;
static unsigned step(unsigned x) { return x * 3 + ++counter; }

static void underBranches(int n) {
  for (int i = 1; i < n; i++) {
    if (i % 3 == 0) {
      for (int j = 1; j < n; j++)
        flat[i * N + j] += flat[(i - 1) * N + j] ^ flat[i * N + j - 1];
    } else if (i % 3 == 1) {
      for (int j = n - 2; j >= 0; j--)
        flat[i * N + j] -= flat[(i - 1) * N + j] ^ flat[i * N + j + 1];
    }
    for (int j = 0; j < n; j++)
      flat[i * N + j] *= 3;
  }
}

static void deep(int n) {
  for (int t = 0; t < 3; t++)
    for (int k = 1; k < 8; k++)
      for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
          cube[k][i][j] +=
              cube[k - 1][i][j] + cube[k][i - 1][j] * 3 + cube[k][i][j - 1];
}

/* In place, downwards: each item once. */
static void knapsack(int capacity) {
  for (int item = 0; item < 60; item++)
    for (int w = capacity; w >= weight[item]; w--)
      if (best[w - weight[item]] + item * 1.5 > best[w])
        best[w] = best[w - weight[item]] + item * 1.5;
}

/* ... upwards: any number of times. */
static void knapsackAgain(int capacity) {
  for (int item = 0; item < 60; item++)
    for (int w = weight[item]; w <= capacity; w++)
      if (best[w - weight[item]] + item > best[w])
        best[w] = best[w - weight[item]] + item;
}

static void withState(int n) {
  for (int i = 0; i < 20; i++)
    for (int j = 1; j < n; j++)
      flat[j] = step(flat[j - 1]);
}

static int withExit(int n) {
  int found = 0;
  for (int i = 0; i < 20; i++)
    for (int j = 1; j < n; j++) {
      flat[j] += flat[j - 1];
      if (flat[j] % 1001 == 0) {
        found += j;
        break;
      }
    }
  return found;
}

static void withErrno(int n) {
  for (int i = 0; i < 10; i++)
    for (int j = 1; j < n; j++)
      best[j] = sqrt(best[j] - best[j - 1]) + i;
}

static void rows(unsigned **row, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      row[i][j] += row[i - 1][j] ^ row[i][j - 1];
}

/* Ranges that data give. */
static void ranges(int n) {
  for (int t = 0; t < 5; t++)
    for (int i = 0; i < n; i++)
      for (int k = starts[i] + 1; k < starts[i + 1]; k++)
        entries[k] += entries[k - 1] * 3;
}

int main(void) {
  unsigned *pointers[N];
  for (int i = 0; i < N * N; i++)
    flat[i] = (unsigned)i * 2654435761u;
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < N * N; i++)
      cube[k][i / N][i % N] = (unsigned)(k + i) * 40503u;
  for (int i = 0; i < 60; i++)
    weight[i] = 5 + i * 37 % 300;
  for (int i = 0; i < N; i++) {
    starts[i + 1] = starts[i] + i % 7;
    /* All rows but two that are one. */
    pointers[i] = flat + (size_t)(i == 200 ? 100 : i) * N;
  }
  for (int i = 0; i < 4 * N; i++)
    entries[i] = i;
  for (int n = 2; n <= N; n += n < 20 ? 5 : 139) {
    underBranches(n);
    deep(n);
    withState(n);
    printf("%d\n", withExit(n));
    rows(pointers, n);
    ranges(n);
    errno = 0;
    withErrno(n);
    printf("%d\n", errno == EDOM);
    for (int j = 0; j <= 4000; j++)
      best[j] = 0;
    knapsack(n * 13);
    knapsackAgain(n * 13);
    show("flat", flat, sizeof flat);
    show("cube", cube, sizeof cube);
    show("best", best, sizeof best);
    show("entries", entries, sizeof entries);
  }
  printf("%u\n", counter);
  return 0;
}
