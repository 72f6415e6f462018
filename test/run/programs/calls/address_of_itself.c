// SPDX-License-Identifier: Apache-2.0
// The same with an outer variable of the same type: its address would be taken.
#include <stdio.h>
#include <stdlib.h>

static int x = 5;
static unsigned h[200000];

static void count(unsigned *to, unsigned k) {
  for (int i = 0; i < 200000; i++) {
    unsigned w = i * k;
    for (int t = 0; t < 30; t++)
      w = w * 5 + (w >> 7);
    to[i] = w;
  }
}

static int is_there(const int *at, const unsigned *from) {
  unsigned r = 0;
  for (int i = 0; i < 200000; i++)
    for (int t = 0; t < 30; t++)
      r += from[i] * t;
  return at == &x ? -1 : (int)(r % 1000);
}

int main(void) {
  unsigned *k = malloc(200000 * sizeof *k);
  for (int turn = 0; turn < 2; turn++) {
    count(h, 1 + turn);
    count(k, 3 + turn);
    int x = is_there(&x, h);
    printf("%d %u\n", x, k[7]);
  }
  printf("%d\n", x);
  return 0;
}
