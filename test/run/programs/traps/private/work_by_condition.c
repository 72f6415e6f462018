// SPDX-License-Identifier: Apache-2.0
//
// A work array that is written in some iterations only, and read in others.
#include "../../digest.h"
static unsigned a[1200], out[1200];
static void filled_sometimes(int n, unsigned mask) {
  static unsigned w[16];
  for (int i = 0; i < n; i++) {
    if ((a[i] & mask) == 0)
      for (int j = 0; j < 16; j++)
        w[j] = a[i] + (unsigned)j;
    out[i] += w[i & 15];
  }
  show("w", w, sizeof w);
}
static void one_of_two(int n) {
  unsigned w[2] = {3, 4};
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      w[0] = a[i];
    else
      w[1] = a[i];
    out[i] ^= w[0] + w[1] * 3u;
  }
  show("w", w, sizeof w);
}
static void same_condition(int n) {
  unsigned w = 5;
  for (int i = 0; i < n; i++) {
    if (a[i] % 3 == 0)
      w = a[i];
    a[i] ^= 5u; /* the condition is not the same again */
    if (a[i] % 3 == 0)
      out[i] += w;
  }
  printf("%u\n", w);
}
static void first_only(int n) {
  unsigned w[8] = {0};
  for (int i = 0; i < n; i++) {
    if (i == 0)
      for (int j = 0; j < 8; j++)
        w[j] = a[j];
    out[i] += w[i & 7]++;
  }
  show("w", w, sizeof w);
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 77u;
  filled_sometimes(1000, 0);
  filled_sometimes(1000, 1);
  filled_sometimes(1000, 64);
  filled_sometimes(1000, 1u << 31);
  one_of_two(1000);
  same_condition(1000);
  first_only(1000);
  first_only(0);
  show("out", out, sizeof out);
  return 0;
}
