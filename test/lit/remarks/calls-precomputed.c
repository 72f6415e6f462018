// The list of the best needs each value in turn; what makes the values does not.
// A function that keeps something for its next call is none of those; nor is one
// that is over soon most likely, though nothing says so.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket --no-speculation %s -o %t 2>&1 | %FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %t
#include <stdio.h>
#include <stdlib.h>

static unsigned best[8], table[256], drawn = 1;

static unsigned score(unsigned key, int steps) {
  for (int k = 0; k < steps; k++)
    key = key * 31 + table[(key >> 5) % 256];
  return key;
}

static unsigned draw(int steps) {
  for (int k = 0; k < steps; k++)
    drawn = drawn * 31 + table[(drawn >> 5) % 256];
  return drawn;
}

static unsigned follow(unsigned key) {
  if (key < 4)
    return table[key];
  while (key % 16 == 5)
    key = key / 2 + (table[key % 256] & 1);
  return key % 3 == 0 ? key : follow(key / 2) + table[key % 256];
}

static void insert(unsigned value) {
  for (int k = 0; k < 8; k++)
    if (value > best[k]) {
      unsigned lower = best[k];
      best[k] = value;
      value = lower;
    }
}

// NONE-NOT: made ahead
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  for (unsigned k = 0; k < 256; k++)
    table[k] = k * 2654435761u;
  // CHECK: calls-precomputed.c:[[#@LINE+1]]:3: remark: calls of 'score' in this loop may be made ahead: copies of the process make them, and their answers count if arguments and memory are the same then [-Rhocket=calls-precomputed]
  for (int i = 0; i < n; i++)
    insert(score((unsigned)i, 100 + n));
  // CHECK-NOT: made ahead
  for (int i = 0; i < n; i++)
    insert(draw(100 + n));
  for (int i = 0; i < n; i++)
    insert(follow((unsigned)i));
  printf("%u %u\n", best[0], best[7]);
  return 0;
}
