// SPDX-License-Identifier: Apache-2.0
// Bitonic sort: a fixed network of comparisons, log n (log n + 1) / 2 stages.
//
// SMALL: -DLOGARITHM=9
//
// The comparisons of a stage are independent: each pair has one position whose
// bit is clear and one whose bit is set.
#include <stdio.h>
#include <stdlib.h>

#ifndef LOGARITHM
#define LOGARITHM 22
#endif

enum { Count = 1 << LOGARITHM };

static int values[Count];

static void stage(int *a, int width, int distance) {
  for (int i = 0; i < Count; i++) {
    int other = i ^ distance;
    if (other <= i)
      continue;
    int ascending = (i & width) == 0;
    if (ascending == (a[i] > a[other])) {
      int t = a[i];
      a[i] = a[other];
      a[other] = t;
    }
  }
}

static void sort(int *a) {
  for (int width = 2; width <= Count; width *= 2)
    for (int distance = width / 2; distance > 0; distance /= 2)
      stage(a, width, distance);
}

int main(void) {
  for (int i = 0; i < Count; i++)
    values[i] = (int)((unsigned)i * 2654435761u >> 4);
  sort(values);
  unsigned hash = 0;
  for (int i = 0; i < Count; i++)
    hash = hash * 31 + (unsigned)values[i];
  printf("least %d, greatest %d, hash %08x\n", values[0], values[Count - 1],
         hash);
  return 0;
}
