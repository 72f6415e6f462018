// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Iterators and subscripts that wrap.
#include <stdio.h>
static unsigned a[70000];
static void w8(unsigned char n) {
  for (unsigned char i = 0; i <= n; i++) {
    a[i] += i;
    if (a[300] == 77)
      return;
    if (i == 255)
      break;
  }
}
static void w16(unsigned short lo, unsigned hi) {
  for (unsigned short i = lo; i != (unsigned short)hi; i++)
    a[i] += i;
}
static void wu(unsigned lo, unsigned n) {
  for (unsigned i = lo; i != lo + n; i++)
    a[i % 70000u] += i;
  for (unsigned i = 0; i < n; i++)
    a[(lo + i) % 65536u] = i;
  for (unsigned i = 0; i < n; i++)
    a[(unsigned short)(i * 2 + lo)]++;
  for (unsigned i = 0; i < n; i++)
    a[(i << 31 >> 31) + 5]++;
}
static void neg(int n) {
  for (unsigned i = 0; i < (unsigned)n && i < 100; i++)
    a[i]++;
  for (long i = 0; i < (unsigned)n; i++) {
    if (i > 60000)
      break;
    a[i]++;
  }
  for (int i = 0; i < n - 5u; i++) {
    if (i >= 60000)
      break;
    a[i] ^= 3;
  }
}
int main(void) {
  w8(200);
  w8(255);
  w16(65000, 65536 + 40);
  wu(4294967000u, 600);
  wu(5, 70000);
  neg(50);
  neg(-1);
  neg(3);
  unsigned h = 0;
  for (int i = 0; i < 70000; i++)
    h = h * 31 + a[i];
  printf("%u\n", h);
  return 0;
}
