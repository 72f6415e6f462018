// SPDX-License-Identifier: Apache-2.0
//
// Parallel work at several levels, sequential loops around and between.
#include "../digest.h"

static int a[20][30][40], flat[20 * 30 * 40], carry[64];

static void inner(int (*m)[40], int k) {
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 40; j++)
      m[i][j] += k * j - i;
}

int main(void) {
  for (int round = 0; round < 15; round++) {
    for (int k = 0; k < 20; k++)
      inner(a[k], round + k);
    for (int k = 1; k < 20; k++)
      for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
          a[k][i][j] += a[k - 1][i][j] & 15;
    if (round % 4 == 1)
      for (int k = 0; k < 20; k++)
        for (int i = 1; i < 30; i++)
          for (int j = 0; j < 40; j++)
            a[k][i][j] ^= a[k][i - 1][39 - j];
    for (int k = 0; k < 20; k++)
      for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
          flat[(k * 30 + i) * 40 + j] = a[k][i][j] * 3;
    carry[round] = flat[round * 1600 % 24000];
    for (int k = 1; k < 64; k++)
      carry[k] += carry[k - 1] >> 1;
  }
  show("a", a, sizeof a);
  show("flat", flat, sizeof flat);
  show("carry", carry, sizeof carry);
  return 0;
}
