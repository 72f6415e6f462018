// SPDX-License-Identifier: Apache-2.0
//
// Work arrays of an iteration: written whole, written in part (the rest is of
// an earlier iteration), read afterwards, static, too large for a small stack.
#include "../digest.h"

#define N 2000
static int out[N], whole[64], part[64], counts[8];
static double big[N];

static int work(int i) {
  static int scratch[32];
  int s = 0;
  for (int k = 0; k < 32; k++)
    scratch[k] = i * k % 19;
  for (int k = 1; k < 32; k++)
    s += scratch[k] * scratch[k - 1];
  return s;
}

static double deep(int i) {
  double room[20000];
  double s = 0;
  for (int k = 0; k < 20000; k += 40)
    room[k] = k * 0.5 + i;
  for (int k = 0; k < 20000; k += 40)
    s += room[19960 - k] * (k & 8 ? 1 : -1);
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 64; k++)
      whole[k] = i ^ k * 3;
    for (int k = 0; k < 64; k++)
      out[i] += whole[63 - k] * k;
  }
  show("whole", whole, sizeof whole);
  for (int i = 0; i < N; i++) {
    for (int k = i % 2; k < 64; k += 2)
      part[k] = i + k;
    for (int k = 0; k < 64; k++)
      out[i] += part[k];
  }
  show("part", part, sizeof part);
  for (int i = 0; i < N; i++) {
    if (i % 100 == 0)
      for (int k = 0; k < 8; k++)
        counts[k] = 0;
    counts[i % 8] += i;
    out[i] ^= counts[7 - i % 8];
  }
  show("counts", counts, sizeof counts);
  for (int i = 0; i < N; i++)
    out[i] += work(i);
  for (int i = 0; i < N; i++)
    big[i] = deep(i);
  for (int i = 0; i < N; i++) {
    int local[128], n = 0;
    for (int k = 0; k < 128; k++)
      if ((i ^ k) % 5 == 0)
        local[n++] = k;
    for (int k = 0; k < n; k++)
      out[i] += local[k] * k;
  }
  show("out", out, sizeof out);
  show("big", big, sizeof big);
  return 0;
}
