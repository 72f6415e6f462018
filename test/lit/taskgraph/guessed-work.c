// A region of calls whose work nobody knows is formed where it is entered once,
// but not in a function that a loop calls: nothing tests there whether it pays.
// RUN: %hocketcc -O2 --cores=2 --soc=generic-4 --stop-after=scheduling --print-after=scheduling -DOFTEN=1 %s | %FileCheck %s --allow-empty --check-prefix=OFTEN
// RUN: %hocketcc -O2 --cores=2 --soc=generic-4 --stop-after=scheduling --print-after=scheduling -DOFTEN=0 %s | %FileCheck %s --check-prefix=ONCE
// OFTEN-NOT: {{^region}}
// ONCE: {{^region}}
// ONCE: call guessed-work.c:
#include <stdio.h>
#include <stdlib.h>

static char line[4][64];
static unsigned sums[4];

static void put(int at, unsigned x, unsigned width) {
  unsigned s = 0;
  for (unsigned k = 0; k < width; k++) {
    line[at][k & 63] = '0' + x % 10;
    for (unsigned d = 0; d < 8; d++)
      s = s / 3 + x;
  }
  sums[at] = s;
}

static void row(const unsigned *v, const unsigned *widths) {
  put(0, v[0], widths[0]);
  put(1, v[1], widths[1]);
  put(2, v[2], widths[2]);
  put(3, v[3], widths[3]);
}

int main(int argc, char **argv) {
  unsigned widths[4] = {atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), argc};
#if OFTEN
  for (unsigned i = 0; i < 100000; i++)
#else
  unsigned i = argc;
#endif
  {
    unsigned v[4] = {i, i * 7, i % 100, i / 3};
    row(v, widths);
    sums[0] += sums[1] + line[2][0] + sums[3];
  }
  printf("%u\n", sums[0]);
  return 0;
}
