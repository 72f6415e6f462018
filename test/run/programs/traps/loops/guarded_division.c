// SPDX-License-Identifier: Apache-2.0
//
// Division, remainder and shifts that a condition guards.
#include "../../digest.h"
static int a[1500], d[1500], out[1500];
static unsigned long long wide[1500];
static void divide(int n, int by) {
  for (int i = 0; i < n; i++)
    if (by)
      out[i] += a[i] / by;
  for (int i = 0; i < n; i++)
    out[i] ^= d[i] ? a[i] % d[i] : -1;
  for (int i = 0; i < n; i++)
    if (d[i] != 0 && a[i] / d[i] > 3)
      out[i]++;
}
static void bounds(int n, int by) {
  if (by)
    for (int i = 0; i < n / by; i++)
      out[i] += 3;
  for (int i = 0; by && i < n / by; i++)
    out[i] -= 1;
}
static void strides(int n, int by) {
  for (int t = 0; t < 2 && by > 0; t++)
    for (int i = 0; i < n; i += by)
      out[i / by] ^= i;
}
static void shifts(int n) {
  for (int i = 0; i < n; i++)
    wide[i] = i < 64 ? 1ull << i : 0;
}
int main(void) {
  for (int i = 0; i < 1500; i++)
    a[i] = i * 37 - 900, d[i] = i % 5 - 2;
  for (int by = -2; by <= 3; by++) {
    divide(1400, by);
    bounds(1400, by);
    strides(1400, by);
  }
  shifts(1400);
  show("out", out, sizeof out);
  show("wide", wide, sizeof wide);
  return 0;
}
