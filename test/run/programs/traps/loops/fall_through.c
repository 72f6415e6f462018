// SPDX-License-Identifier: Apache-2.0
//
// A switch that falls through, a case inside a loop, continue and break of
// different levels.
#include "../../digest.h"
static unsigned a[1200], b[1200];
static void copy(unsigned *to, const unsigned *by, int n) {
  int k = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      *to++ = *by++ + 1u;
    case 3:
      *to++ = *by++ + 2u;
    case 2:
      *to++ = *by++ + 3u;
    case 1:
      *to++ = *by++ + 4u;
    } while (--k > 0);
  }
}
int main(void) {
  unsigned sum = 0, state = 0;
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 7u;
  copy(b, a, 1001);
  copy(a, a + 1, 1002);
  for (int i = 0; i < 1100; i++) {
    switch (a[i] % 5) {
    case 0:
      b[i] = 1u;
      break;
    case 1:
      sum += b[i];
      /* fall through */
    case 2:
      b[i] += sum & 1;
      continue;
    case 3:
      if (i > 1000)
        goto out;
      /* fall through */
    default:
      b[i] ^= 9u;
    }
    a[i] += b[i];
  }
out:
  for (int i = 0; i < 1100; i++) {
    switch (state) { /* a machine: each state depends on the one before */
    case 0:
      state = a[i] & 1 ? 1 : 2;
      break;
    case 1:
      state = a[i] & 2 ? 0 : 1;
      break;
    default:
      state = a[i] % 3;
    }
    b[i] += state;
  }
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 27; j++) {
      if (a[i * 27 + j] % 50 == 7)
        break;
      if (j % 3 == 0)
        continue;
      b[i * 27 + j] += 5u;
    }
  printf("%u %u\n", sum, state);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
