// SPDX-License-Identifier: Apache-2.0
// A pointer that is null, though no allocation has failed: what is printed
// before the end comes first, and the first iteration to end is the one.
//
// STATUS: 1
#include <stdio.h>
#include <stdlib.h>

/// Takes longer for the first iterations: others overtake them.
static unsigned work(int i, int n) {
  unsigned h = (unsigned)i;
  for (int k = 0; k < (i < n / 2 ? 4000 : 4); k++)
    h = h * 1664525u + 1013904223u;
  return h >> 30;
}

struct s {
  char *p;
};

int main(void) {
  static struct s t[120];
  static unsigned out[120];
  char z[4];
  for (int i = 0; i < 120; i++)
    t[i].p = i == 20 || i == 100 ? NULL : z;
  for (int i = 0; i < 120; i++) {
    unsigned w = work(i, 120);
    struct s *s = &t[i];
    i % 3 == 0 ? (s->p = malloc(4)) : 0;
    if (!s->p) {
      puts("none");
      printf("%u\n", out[19] + out[60]);
      exit(1);
    }
    out[i] = w + (unsigned)i;
  }
  printf("%u\n", out[7]);
}
