// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Deep recursion and large structs on every core.
#include <stdio.h>
static unsigned a[500];
struct big {
  unsigned v[3000];
};
static unsigned f(struct big x, unsigned k) {
  unsigned s = 0;
  for (unsigned i = 0; i < 3000; i++)
    s += x.v[i] * k;
  return s;
}
static struct big make(unsigned k) {
  struct big b;
  for (unsigned i = 0; i < 3000; i++)
    b.v[i] = i ^ k;
  return b;
}
static unsigned rec(unsigned n) {
  unsigned loc[256];
  for (unsigned i = 0; i < 256; i++)
    loc[i] = n + i;
  return n ? rec(n - 1) + loc[n & 255] : loc[3];
}
int main(void) {
  struct big b = make(3);
  for (unsigned i = 0; i < 500; i++)
    a[i] = f(b, i) + rec(i * 8);
  for (unsigned t = 0; t < 3; t++) {
    b = make(t);
    struct big c = b;
    for (unsigned i = 0; i < 500; i++)
      a[i] ^= c.v[i * 5] + rec(200);
    unsigned r = rec(5000);
    a[t] += r;
  }
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i];
  printf("%u\n", h);
  return 0;
}
