// SPDX-License-Identifier: Apache-2.0
//
// Searches that stop at the first match: what was done before it is done, what
// comes after it is not.
#include "../../digest.h"
static unsigned a[1500], b[1500];
static int value(const unsigned *p, int n, unsigned v) {
  for (int i = 0; i < n; i++)
    if (p[i] == v)
      return i;
  return -1;
}
static int kept(int n, unsigned v) {
  unsigned sum = 0, last = 9;
  int i;
  for (i = 0; i < n; i++) {
    last = a[i];
    if (a[i] == v)
      break;
    sum += a[i];
  }
  printf("%u %u %d\n", sum, last, i);
  return i;
}
static int writes(int n, unsigned v) {
  int i, at = -1;
  for (i = 0; i < n; i++) {
    b[i] += 1u;
    if (a[i] == v) {
      at = i;
      break;
    }
    b[i] *= 3u;
  }
  return at + i;
}
static int hidden(int n) {
  for (int i = 0; i < n; i++) {
    b[i + 1] = b[i] ^ 5u;
    if (b[i + 1] == 77u)
      return i;
  }
  return n;
}
static int backwards(int n, unsigned v) {
  int i = n;
  while (--i >= 0)
    if (a[i] == v)
      break;
  return i;
}
static int nested(int n, unsigned v) {
  int i, j = 0;
  for (i = 0; i < n; i++) {
    for (j = 0; j < 30; j++)
      if (a[i * 30 + j] == v)
        goto out;
    b[i] ^= 9u;
  }
out:
  return i * 100 + j;
}
int main(void) {
  static const unsigned want[] = {0,       7,        7 * 64, 7 * 65,
                                  7 * 700, 7 * 1399, 3,      5};
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 7u;
  a[1200] = a[300] = a[64]; /* several matches */
  a[900] = a[1399];
  for (int t = 0; t < 8; t++) {
    unsigned v = want[t];
    printf("%d %d %d %d %d\n", value(a, 1400, v), kept(1400, v),
           writes(1400, v), backwards(1400, v), nested(45, v));
    printf("%d %d %d\n", value(a, 0, v), kept(1, v), writes(3, v));
  }
  printf("%d\n", hidden(1400));
  show("b", b, sizeof b);
  return 0;
}
