// SPDX-License-Identifier: Apache-2.0
//
// Offsets that are formed in unsigned or narrow arithmetic and wrap on the way.
#include "../../digest.h"
static unsigned a[70000];
static void back(unsigned n, unsigned k) {
  for (unsigned i = k; i < n; i++)
    a[i - k] = a[i] + 1u;
}
static void mirrored(unsigned n, unsigned top) {
  for (unsigned i = 0; i < n; i++)
    a[(top - i) % 70000u] = i;
}
static void narrow(int n, int k) {
  for (int i = 0; i < n; i++)
    a[(unsigned short)(i * k)] += (unsigned)i;
}
static void product(unsigned n, unsigned k) {
  for (unsigned i = 0; i < n; i++)
    a[i * k % 70000u] += i;
}
static void high(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[(i * 0x01000000u) >> 24] += i;
}
int main(void) {
  for (int i = 0; i < 70000; i++)
    a[i] = (unsigned)i;
  back(2000, 1);
  back(2000, 1000);
  back(5, 9);
  mirrored(2000, 1000);
  mirrored(2000, 69999);
  narrow(2000, 1);
  narrow(2000, 64);
  narrow(2000, 32768);
  narrow(2000, -1);
  product(2000, 4294967295u);
  product(2000, 65536u);
  product(2000, 0x80000000u);
  high(2000);
  show("a", a, sizeof a);
  return 0;
}
