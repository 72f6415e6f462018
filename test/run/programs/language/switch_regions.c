// SPDX-License-Identifier: Apache-2.0
//
// Loops behind the cases of a switch: a case cannot move into another function.
#include "../digest.h"

#define N 500
static unsigned a[N], b[N];

static void work(unsigned k) {
  switch (k % 3) {
  case 0: {
    unsigned c = 4;
    do {
      printf("%u\n", a[k]);
      a[k]++;
    } while (--c > 0 && k % 5 != 1);
  }
  case 1: {
    for (int i = 0; i < N; i++)
      b[i] ^= a[N - 1 - i];
  } break;
  case 2:
    for (int i = 0; i < N; i++)
      a[i] += 3;
    for (int i = 0; i < N; i++)
      b[i] += a[i];
    switch (k) {
    case 5:
      for (int i = 0; i < N; i++)
        b[i] *= 3;
    default:
      for (int i = 0; i < N; i++)
        a[i] ^= b[i];
    }
  default:;
  }
}

int main(void) {
  for (unsigned k = 0; k < 7; k++)
    work(k);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
