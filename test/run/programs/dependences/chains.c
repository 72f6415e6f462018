// SPDX-License-Identifier: Apache-2.0
//
// Loops that feed each other: same and shifted elements, through scalars,
// with I/O between, and a long chain of small tasks.
#include "../digest.h"

#define N 60000
static int a[N], b[N], c[N], d[N];

int main(void) {
  int scale = 3, shift;
  for (int i = 0; i < N; i++)
    a[i] = i * scale;
  for (int i = 0; i < N; i++)
    b[i] = a[N - 1 - i] + 1;
  scale = b[17] % 11;
  for (int i = 0; i < N; i++)
    c[i] = a[i] * scale - b[i];
  printf("scale %d\n", scale);
  for (int i = 0; i < N; i++)
    a[i] = 0;
  for (int i = 1; i < N - 1; i++)
    d[i] = c[i - 1] + c[i + 1] - b[i];
  shift = d[1] & 15;
  for (int i = 0; i + shift < N; i++)
    a[i] = d[i + shift];
  for (int i = 0; i < N; i++)
    d[i] = 5;
  for (int k = 0; k < 60; k++) {
    int *from = k & 1 ? b : a, *to = k & 1 ? a : b;
    for (int i = 0; i < 500; i++)
      to[i] = (to[i] + from[i] / 2 + k) & 0xffffff;
  }
  int x = 1, y = 2, z = 3;
  for (int k = 0; k < 2000; k++) {
    x = (x * 7 + y) & 1023;
    y = (y * 5 + z) & 1023;
    z = (z * 3 + x) & 1023;
    c[k] += x + y + z;
  }
  for (int i = 0; i < N; i++)
    d[i] += c[i] + a[i] - b[i];
  printf("%d %d %d\n", x, y, z);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  return 0;
}
