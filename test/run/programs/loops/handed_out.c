// SPDX-License-Identifier: Apache-2.0
//
// Iterations that take nobody knows how long, whose blocks are handed out at
// run time: counts, histograms, private work, steps, few iterations, in time
// loops and beside loops that need their results.
#include "../digest.h"

#define N 3000
static int steps[N], seen[N], next[N];
static unsigned counts[64];

static int collatz(unsigned n) {
  int count = 0;
  while (n > 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    count++;
  }
  return count;
}

static int depth(int n) { return n < 2 ? 1 : depth(n / 2) + depth(n / 3); }

static long count(int n, int round) {
  long total = 0;
  for (int i = 0; i < n; i++) {
    int s = collatz(i + 1 + round);
    steps[i] = steps[i] * 3 % 1001 + s;
    total += s;
    counts[s & 63]++;
  }
  return total;
}

/* Backwards in steps; each iteration has work of its own. */
static void mark(int n) {
  for (int i = n - 1; i > 0; i -= 3) {
    int work[32], used = 0, x = steps[i];
    while (x > 3 && used < 32) {
      work[used++] = x;
      x = x * 7 % 101;
    }
    seen[i] = used ? work[used - 1] : -1;
  }
}

/* What one loop hands out the next needs, and the other way round. */
static void relax(int n, int rounds) {
  for (int t = 0; t < rounds; t++) {
    for (int i = 0; i < n; i++) {
      int x = seen[i] + t;
      while (x > 50)
        x -= 17;
      next[i] = x;
    }
    for (int i = 0; i < n; i++)
      seen[i] = next[n - 1 - i] + depth(i & 15) + t;
  }
}

int main(void) {
  static const int sizes[] = {N, 1, 0, 2, 5, 31, 32, 33, 97};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    printf("%ld\n", count(n, (int)k));
    mark(n);
    relax(n, 4);
    show("steps", steps, sizeof steps);
    show("seen", seen, sizeof seen);
    show("next", next, sizeof next);
    show("counts", counts, sizeof counts);
  }
  return 0;
}
