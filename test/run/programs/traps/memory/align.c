// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Alignment of variables that live across parallel loops.
#include <stdint.h>
#include <stdio.h>
static int a[500], b[500];
int main(void) {
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 500; i++)
      a[i] += i;
    _Alignas(64) char buf[40];
    int v __attribute__((aligned(128)));
    for (int i = 0; i < 40; i++)
      buf[i] = (char)(a[i] + t);
    v = buf[3];
    int *pv = &v;
    for (int i = 0; i < 500; i++)
      b[i] = a[i] + buf[i % 40] + *pv;
    printf("%d %d %d\n", (int)((uintptr_t)buf % 64), (int)((uintptr_t)pv % 128),
           b[9]);
  }
  for (int i = 0; i < 500; i++)
    a[i] += i;
  _Alignas(64) char buf[40];
  for (int i = 0; i < 40; i++)
    buf[i] = (char)(a[i]);
  for (int i = 0; i < 500; i++)
    b[i] = a[i] + buf[i % 40];
  printf("%d %d\n", (int)((uintptr_t)buf % 64), b[9]);
  return 0;
}
