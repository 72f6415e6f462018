// SPDX-License-Identifier: Apache-2.0
//
// The same pipeline several times, with few iterations: one core that went on
// alone leaves nothing to the next time.
#include <stdio.h>
static unsigned walk(unsigned n, unsigned d) {
  if (d == 0)
    return n * 2654435761u;
  return walk(n * 3 + 1, d - 1) ^ (walk(n + 7, d / 2) >> 3);
}
int main(int argc, char **argv) {
  (void)argv;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 9; i++) {
      unsigned r = walk((unsigned)i, argc);
      printf("%d: %u\n", i, r);
    }
  return 0;
}
