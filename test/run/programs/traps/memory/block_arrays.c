// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Arrays that are new in each step of a time loop.
#include <stdio.h>
static unsigned a[500], b[500], c[500];
int main(void) {
  for (int t = 0; t < 50; t++) {
    unsigned tmp[500], s = 0;
    for (int i = 0; i < 500; i++)
      tmp[i] = a[i] * 3 + t;
    for (int i = 0; i < 500; i++)
      b[i] += tmp[499 - i];
    for (int i = 0; i < 500; i++)
      s += tmp[i];
    unsigned few[3] = {1, 2, 3};
    for (int i = 0; i < 500; i++)
      a[i] ^= b[i] + few[i % 3];
    if (t & 1) {
      unsigned z[500];
      for (int i = 0; i < 500; i++)
        z[i] = b[i];
      for (int i = 0; i < 500; i++)
        c[i] += z[(i * 7) % 500] + s;
    }
  }
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3 + c[i] * 7;
  printf("%u\n", h);
  return 0;
}
