// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Neighbouring bit-fields share their unit.
#include <stdio.h>
struct b {
  unsigned a : 5, b : 7;
  unsigned c;
};
static struct b v[500];
static int a[500];
int main(void) {
  for (int i = 0; i < 500; i++)
    a[i] = i;
  for (int i = 0; i < 500; i++)
    v[i].a = a[i] & 31;
  for (int i = 0; i < 500; i++)
    v[i].b = a[i] & 127;
  struct b s = {0, 0, 0};
  for (int i = 0; i < 500; i++)
    s.a += a[i];
  for (int i = 0; i < 500; i++)
    s.b += v[i].a;
  for (int i = 0; i + 1 < 500; i++)
    v[i].a ^= v[i + 1].b;
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + v[i].a + v[i].b * 37;
  printf("%u %u %u\n", h, s.a, s.b);
  return 0;
}
