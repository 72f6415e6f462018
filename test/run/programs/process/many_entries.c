// SPDX-License-Identifier: Apache-2.0
//
// A small parallel function, entered very often, with sequential code between.
#include "../digest.h"

#define N 256
static int a[N], b[N], turns;

static void step(int k) {
  for (int i = 0; i < N; i++)
    b[i] = a[(i + k) & (N - 1)] * 3 + k;
  for (int i = 0; i < N; i++)
    a[i] = (b[i] ^ b[N - 1 - i]) & 0xffff;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int k = 0; k < 1500; k++) {
    step(k);
    turns += a[k & (N - 1)] & 1;
    if (turns % 100 == 99)
      a[7]++;
  }
  printf("%d\n", turns);
  show("a", a, sizeof a);
  return 0;
}
