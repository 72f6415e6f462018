// What a loop leaves in a variable is handed on at the end of each iteration of
// its clone, for any may be the last that is taken over: the program runs those
// behind it, or none is left but the end of the loop.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-speculate --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 --always-speculate -Wall -Wextra -Werror %s -o %t && %t
#include <stdio.h>
#include <stdlib.h>

static unsigned table[8], out[400];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 90;
  unsigned last = 0;
  // CHECK: static void hk_main_s1(void *hk_spec_frame, long long hk_spec_from)
  // CHECK: for (; hk_spec_go && (i < n); i++, hk_spec_write(&hk_spec_f->[[M:hk_v[0-9]+_last]], sizeof hk_spec_f->[[M]]), hk_spec_f->[[M]] = last, hk_spec_go = hk_spec_next(++hk_spec_at))
  // CHECK-NOT: [[M]]
  // CHECK: table
  for (int i = 0; i < n; i++) {
    unsigned key = (unsigned)i * 2654435761u;
    last = key ^ table[key >> 29];
    for (int k = 0; k < 3; k++)
      out[(i * 3 + k) % 400] = last + (unsigned)k;
    if (key % 3 == 0)
      table[key >> 26 & 7] ^= key;
  }
  printf("%u %u\n", last, out[7]);
  return 0;
}
