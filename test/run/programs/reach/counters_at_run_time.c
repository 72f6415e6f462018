// SPDX-License-Identifier: Apache-2.0
//
// Counters of which only the running program knows how many there are: keys
// that come twice, are negative, or lie far apart; divisors and masks that are
// no good; counters that are their own keys.
#include "../digest.h"

#include <stdlib.h>

#define N 30000

typedef struct {
  int from, to;
} Edge;

static int key[N], far_away[N], numbers[N];
static unsigned data[N];
static Edge edge[N];

static void by_key(int *count, const int *keys, int n) {
  for (int i = 0; i < n; i++)
    count[keys[i]]++;
}

static void by_both_ends(long *degree, const Edge *e, int n) {
  for (int i = 0; i < n; i++) {
    degree[e[i].from]++;
    degree[e[i].to] += 3;
  }
}

static void by_remainder(unsigned *count, const unsigned *x, int n,
                         unsigned size) {
  for (int i = 0; i < n; i++)
    count[x[i] * 2654435761u % size] += (unsigned)i;
}

static void by_signed_remainder(int *count, const unsigned *x, int n,
                                int size) {
  for (int i = 0; i < n; i++)
    count[(int)x[i] % size]--;
}

static void by_mask(unsigned *count, const unsigned *x, int n, unsigned size) {
  for (int i = 0; i < n; i++) {
    unsigned h = x[i] ^ x[i] >> 15;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    count[h & (size - 1)] ^= (unsigned)i;
  }
}

static void most(int *best, const int *keys, int n, int offset) {
  for (int i = 0; i < n; i++)
    if (best[keys[i] + offset] < i)
      best[keys[i] + offset] = i;
}

static unsigned of_length(const unsigned *x, int n, int k) {
  unsigned count[k], sum = 0;
  for (int i = 0; i < k; i++)
    count[i] = 0;
  for (int i = 0; i < n; i++)
    count[(x[i] >> 8) % (unsigned)k]++;
  for (int i = 0; i < k; i++)
    sum = sum * 31 + count[i];
  return sum;
}

/* The keys are counted among themselves. */
static void of_itself(int *count, int n) { by_key(count, count, n); }

/* A time loop around it: the copies serve again. */
static void again(int *count, const int *keys, int n, int times) {
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++)
      count[keys[i]] += t;
}

/* The keys change between the steps. */
static void moving(int *count, int *keys, int n, int times) {
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < n; i++)
      count[keys[i]]++;
    for (int i = 0; i < n; i++)
      keys[i] = keys[i] < 2400 ? keys[i] + 7 : keys[i];
  }
}

static void all(int n) {
  enum { M = 5000 };
  int *count = calloc(3 * M, sizeof *count);
  unsigned *hashed = calloc(8192, sizeof *hashed);
  long *degree = calloc(M, sizeof *degree);
  if (!count || !hashed || !degree)
    exit(1);
  by_key(count + M, key, n);
  show("keys", count, 3 * M * sizeof *count);
  by_both_ends(degree, edge, n);
  show("degrees", degree, M * sizeof *degree);
  by_remainder(hashed, data, n, 3001);
  by_mask(hashed, data, n, 4096);
  by_mask(hashed, data, n, 1);
  show("hashed", hashed, 8192 * sizeof *hashed);
  by_signed_remainder(count + M, data, n, 701);
  by_signed_remainder(count + M, data, n, -701);
  most(count, key, n, M);
  again(count + M, key, n, 3);
  show("more", count, 3 * M * sizeof *count);
  for (int i = 0; i < N; i++)
    numbers[i] = key[i] < 0 ? 0 : key[i];
  moving(count, numbers, n, 4);
  show("moved", count, 3 * M * sizeof *count);
  for (int i = 0; i < N; i++)
    numbers[i] = key[i] < 0 ? -key[i] : key[i];
  of_itself(numbers, n);
  show("itself", numbers, sizeof numbers);
  unsigned lengths[3] = {of_length(data, n, 1), of_length(data, n, 1000),
                         of_length(data, n, 20000)};
  show("lengths", lengths, sizeof lengths);
  free(count);
  free(hashed);
  free(degree);
}

int main(void) {
  unsigned x = 1;
  for (int i = 0; i < N; i++) {
    x = x * 1664525u + 1013904223u;
    data[i] = x;
    key[i] = (int)(x >> 8) % 2500 - (i % 3 == 0 ? 2000 : 0);
    if (key[i] < -5000)
      key[i] = 0;
    edge[i].from = (int)(x >> 5) % 5000;
    edge[i].to = (int)(x >> 15) % 5000;
    far_away[i] = i == N / 2 ? 1 << 24 : i & 7;
  }
  for (int n = 0; n <= 5; n++)
    all(n);
  all(1001);
  all(N);
  // One key lies far from all others.
  int *large = calloc((1 << 24) + 1, sizeof *large);
  if (!large)
    return 1;
  by_key(large, far_away, N);
  show("large", large, 64);
  show("end", large + (1 << 24), sizeof *large);
  free(large);
  return 0;
}
