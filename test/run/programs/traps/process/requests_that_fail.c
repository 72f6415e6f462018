// SPDX-License-Identifier: Apache-2.0
// Requests that always fail: the first that does says who it is.
//
// STATUS: 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Takes longer for the first iterations: others overtake them.
static unsigned work(int i, int n) {
  unsigned h = (unsigned)i;
  for (int k = 0; k < (i < n / 2 ? 4000 : 4); k++)
    h = h * 1664525u + 1013904223u;
  return h >> 30;
}

int main(int argc, char **argv) {
  static long size[120];
  static unsigned out[120];
  (void)argv;
  for (int i = 0; i < 120; i++)
    size[i] = i == 20 || i == 100 ? -argc : 16;
  for (int i = 0; i < 120; i++) {
    unsigned w = work(i, 120);
    unsigned char *r = malloc((size_t)size[i]);
    if (!r) {
      printf("cannot have %d\n", i);
      exit(1);
    }
    memset(r, i, 16);
    out[i] = w + r[i % 16];
    free(r);
  }
  printf("%u\n", out[7]);
}
