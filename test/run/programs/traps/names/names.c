// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// One name for variables, types and members at several levels.
#include <stdio.h>
static unsigned a[500], i, k, x = 3;
static unsigned get(void) { return x + k; }
struct x {
  unsigned i;
};
typedef struct x t;
enum { n = 500 };
int main(void) {
  unsigned t = 5, s = 0;
  for (int k = 0; k < 3; k++) {
    unsigned x = t + (unsigned)k;
    for (int i = 0; i < n; i++)
      a[i] += x + get();
    {
      struct x x2 = {x};
      for (unsigned t = 0; t < n; t++)
        a[t] ^= x2.i + t;
    }
    t = x;
    {
      extern unsigned q;
      unsigned x = q;
      for (int i = 0; i < n; i++)
        a[i] += x;
    }
    x++;
    if (x & 1) {
      unsigned t = a[4];
      for (int i = 0; i < n; i++)
        a[i] ^= t;
    }
    for (int i = 0; i < n; i++)
      s += a[i];
  }
  k = t;
  for (i = 0; i < n; i++)
    a[i] += get() * i;
  unsigned h = 0;
  for (int j = 0; j < 500; j++)
    h = h * 31 + a[j];
  printf("%u %u %u %u %u\n", h, i, t, s, k);
  return 0;
}
unsigned q = 17;
