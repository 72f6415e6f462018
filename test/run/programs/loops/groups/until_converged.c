// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
// REGIONS: 1
//
// Chains on groups of cores that end by what they compute, with totals that the
// cores of a group combine, and a limit in memory that all of them read.
#include "../../digest.h"

enum { N = 600 };
static long a[N], b[N], c[N], d[N];
static struct {
  long limit;
} state = {40};

static long total = 1, other = 1;

static int __attribute__((noinline)) converge(void) {
  int steps = 0, rounds = 0;
  do {
    total = 0;
    for (int i = 1; i < N - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) / 2 - 1;
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i] > 0 ? b[i] : 0;
    for (int i = 0; i < N; i++)
      total += a[i];
    steps++;
  } while (total > 100000);
  while (other != 0 && rounds < state.limit) {
    other = 0;
    for (int i = 1; i < N - 1; i++)
      d[i] = (c[i - 1] + c[i + 1]) / 2;
    for (int i = 1; i < N - 1; i++)
      c[i] = d[i] > 3 ? d[i] - 3 : 0;
    for (int i = 0; i < N; i++)
      other += c[i] & 1;
    rounds += 1;
  }
  return steps * 1000 + rounds;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 1000;
    c[i] = (i * 7) % 900;
  }
  int first = converge();
  for (int i = 0; i < N; i++)
    a[i] += 300 + i % 7;
  printf("%d %d %ld %ld\n", first, converge(), total, other);
  show("a", a, sizeof a);
  show("c", c, sizeof c);
  return 0;
}
