// SPDX-License-Identifier: Apache-2.0
// The number of ways to place n queens, by recursion over rows with sets of
// bits.
//
// SMALL: 6
//
// The subtrees below each choice are independent; their sizes are unlike.
#include <stdio.h>
#include <stdlib.h>

static long solve(unsigned all, unsigned columns, unsigned left,
                  unsigned right) {
  if (columns == all)
    return 1;
  long count = 0;
  for (unsigned open = all & ~(columns | left | right); open;
       open &= open - 1) {
    unsigned queen = open & -open;
    count +=
        solve(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return count;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 15;
  unsigned all = (1u << n) - 1;
  long total = 0;
  for (int first = 0; first < n; first++) {
    unsigned queen = 1u << first;
    long ways = solve(all, queen, queen << 1, queen >> 1);
    printf("%d: %ld\n", first, ways);
    total += ways;
  }
  printf("%ld ways for %d queens\n", total, n);
  return 0;
}
