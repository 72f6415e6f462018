// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Jumps back over loops and into the middle of a block.
#include <stdio.h>
static unsigned a[500], b[500];
static int work(int n, int k) {
  int tries = 0;
again:
  for (int i = 0; i < n; i++)
    a[i] += (unsigned)(i * k);
  for (int i = 0; i < n; i++)
    b[i] ^= a[n - 1 - i];
  if (++tries < k)
    goto again;
  if (k == 2)
    goto mid;
  for (int i = 0; i < n; i++)
    a[i]++;
  {
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  mid:
    for (int i = 0; i < n; i++)
      a[i] ^= b[i];
  }
  for (int i = 0; i < n; i++) {
    if (i % 3)
      goto skip;
    a[i] *= 3;
  skip:
    b[i]++;
  }
  return tries;
}
int main(void) {
  printf("%d %d %d\n", work(500, 1), work(500, 2), work(400, 3));
  unsigned h = 0;
  for (int j = 0; j < 500; j++)
    h = h * 31 + a[j] + b[j] * 3;
  printf("%u\n", h);
  return 0;
}
