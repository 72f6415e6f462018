// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Static variables of functions and blocks.
#include <stdio.h>
static unsigned a[500];
static unsigned f(unsigned v) {
  static unsigned calls, hist[8];
  calls++;
  hist[v & 7] += v;
  return hist[v & 7];
}
static unsigned *cell(void) {
  static unsigned c;
  return &c;
}
static unsigned g(unsigned v) {
  static const unsigned t[4] = {3, 1, 4, 1};
  return t[v & 3] + v;
}
int main(void) {
  for (int t = 0; t < 3; t++) {
    static unsigned s[500], n;
    for (int i = 0; i < 500; i++)
      s[i] += g((unsigned)i);
    for (int i = 0; i < 500; i++)
      a[i] += s[i] + n;
    for (int i = 0; i < 500; i++) {
      static unsigned last;
      a[i] += last;
      last = a[i] & 7;
    }
    for (int i = 0; i < 500; i++)
      a[i] += f(a[i]);
    n++;
    *cell() += a[4];
    for (int i = 0; i < 500; i++)
      a[i] ^= *cell();
  }
  unsigned h = 0;
  for (int j = 0; j < 500; j++)
    h = h * 31 + a[j];
  printf("%u %u\n", h, *cell());
  return 0;
}
