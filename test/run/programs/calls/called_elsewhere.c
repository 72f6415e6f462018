// SPDX-License-Identifier: Apache-2.0
// Calls of a function are written out in main, and it is called elsewhere, with
// other arguments: what is known of those is not true of the calls in the text
// that runs where main's region does not (p and q overlap).
#include <stdio.h>
#include <stdlib.h>

static unsigned c[400000];

static void step(unsigned *to, int n, unsigned k) {
  for (int i = 0; i < n; i++) {
    unsigned w = to[i];
    for (int t = 0; t < 100; t++)
      w = w * k + (w >> 3);
    to[i] = w + k;
  }
}

static void other(unsigned x) {
  switch (x % 2) {
  case 1:
    step(c, 400000, 7);
  }
}

int main(int argc, char **argv) {
  int n = 40000, m = 3;
  unsigned k = argc + 2, x = argc + 2;
  (void)argv;
  unsigned *u = calloc(n + 10, sizeof *u);
  unsigned *p = calloc(n + 10, sizeof *p),
           *q = argc > 0 ? p + 1 : calloc(n + 10, sizeof *p);
  for (int t = 0; t < m; t++) {
    step(u, n, k);
    for (int i = 0; i < n; i++) {
      unsigned w = q[i];
      for (int r = 0; r < 50; r++)
        w = w * 5 + i;
      p[i] = w;
    }
    step(u, n, k);
  }
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += u[i] + p[i];
  printf("%u\n", s);
  other(x);
  printf("%u\n", c[3]);
  return 0;
}
