// SPDX-License-Identifier: Apache-2.0
//
// Loops that count down in unsigned types, with scalars that get elements.
// HOCKETCC: --always-transform
#include <stdio.h>
static unsigned x[80][80], z[80];
__attribute__((noinline)) void f(unsigned n, unsigned m) {
  for (unsigned j = m; j > 0; j--) {
    unsigned s = j;
    for (unsigned i = 0; i < n; i++)
      s = s * 3 + x[i][j];
    z[j] = s;
  }
  for (size_t j = m; j > 1; j -= 2) {
    unsigned s = j;
    for (size_t i = n; i > 0; i--)
      s = s * 3 + x[i][j];
    z[j] ^= s;
  }
}
int main(void) {
  for (unsigned j = 0; j < 80; j++)
    for (unsigned i = 0; i < 80; i++)
      x[i][j] = i * j;
  f(70, 75);
  unsigned a = 0;
  for (int j = 0; j < 80; j++)
    a = a * 31 + z[j];
  printf("%u\n", a);
}
