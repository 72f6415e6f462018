// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Reductions over a time loop whose results nobody reads inside.
#include <stdio.h>
static unsigned a[500];
int main(void) {
  unsigned s = 0, m = 0;
  int cnt = 0;
  for (int i = 0; i < 500; i++)
    a[i] = i * 2654435761u;
  for (int t = 0; t < 200; t++) {
    for (int i = 0; i < 500; i++)
      s += a[i] ^ t;
    for (int i = 0; i < 500; i++)
      if (a[i] > m)
        m = a[i];
    for (int i = 0; i < 500; i++)
      if ((a[i] & 3) == 1)
        cnt++;
  }
  printf("%u %u %d\n", s, m, cnt);
  return 0;
}
