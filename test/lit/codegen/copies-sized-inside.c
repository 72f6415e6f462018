// The entry allocates the copies of a reduction: what their size takes has to
// exist there. Here the counter is declared in the region.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -w %s -o %t 2>&1 | %FileCheck %s --allow-empty
// RUN: %t | %FileCheck %s --check-prefix=OUT
// CHECK-NOT: internal problem
#include <stdio.h>
static unsigned room[4000], *heap = room;

static unsigned mixed(unsigned x) { return x * 2654435761u >> 7; }

static void add(int k, unsigned *out) {
  unsigned sum = 3;
  {
    long i = 0;
    while (i < k) {
      heap[i & ~1] += mixed(941u);
      i++;
    }
    sum += (unsigned)i;
  }
  *out = sum;
}

int main(int argc, char **argv) {
  unsigned out;
  add(argc * 3000, &out);
  // OUT: 3003 38250814 38250814
  printf("%u %u %u\n", out, heap[0], heap[2998]);
  return 0;
}
