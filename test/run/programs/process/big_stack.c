// SPDX-License-Identifier: Apache-2.0
//
// Large local arrays, in main and in functions that loops call: the other
// threads need stacks as large as the first.
#include "../digest.h"

#define BIG 300000
static double out[40];

static double heavy(int i) {
  double room[BIG];
  double s = 0;
  for (int k = 0; k < BIG; k += 7)
    room[k] = k * 0.5 + i;
  for (int k = 0; k < BIG; k += 7)
    s += room[(BIG - 1) / 7 * 7 - k] * ((k & 3) - 1);
  return s;
}

static int down(int n) {
  int here[200];
  for (int i = 0; i < 200; i++)
    here[i] = i ^ n;
  return n == 0 ? here[3] : down(n - 1) + here[n % 200];
}

int main(void) {
  int local[400000];
  for (int i = 0; i < 400000; i++)
    local[i] = i * 3;
  for (int i = 0; i < 40; i++)
    out[i] = heavy(i);
  for (int i = 0; i < 40; i++)
    out[i] += down(500 + i);
  for (int i = 0; i < 200000; i++)
    local[i] ^= local[399999 - i];
  show("local", local, sizeof local);
  show("out", out, sizeof out);
  return 0;
}
