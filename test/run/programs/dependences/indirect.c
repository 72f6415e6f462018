// SPDX-License-Identifier: Apache-2.0
//
// Subscripts read from arrays, with and without repetitions, hidden in helpers.
#include "../digest.h"

#define N 80000
static int permutation[N], repeated[N], a[N], b[N], last_seen[1000], next[N];

static int where(int i) { return repeated[i]; }

int main(void) {
  for (int i = 0; i < N; i++) {
    permutation[i] = (int)((i * 7919LL + 13) % N);
    repeated[i] = i * 7 % 1000;
    a[i] = i;
  }
  for (int i = 0; i < N; i++)
    b[permutation[i]] = a[i] * 2;
  for (int i = 0; i < N; i++)
    last_seen[repeated[i]] = i;
  for (int i = 0; i < N; i++)
    a[i] += b[permutation[i]];
  for (int i = 0; i < N; i++)
    b[where(i)] = b[where(i)] * 3 % 1013 + i;
  for (int i = 0; i < N; i++)
    next[i] = last_seen[i % 1000]++;
  for (int i = 0; i < N; i++)
    a[a[i] % N >= 0 ? a[i] % N : 0] ^= i;
  int p = 0;
  for (int i = 0; i < N; i++) {
    b[p] += i;
    p = permutation[p];
  }
  for (int i = 0; i < N - 1; i++)
    permutation[i] = permutation[permutation[i]];
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("last_seen", last_seen, sizeof last_seen);
  show("next", next, sizeof next);
  show("permutation", permutation, sizeof permutation);
  return 0;
}
