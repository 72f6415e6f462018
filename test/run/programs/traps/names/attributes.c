// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Vector types, packed members, aligned arrays.
#include <stdint.h>
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
static v4 va[200];
static int a[800];
struct __attribute__((packed)) pk {
  char c;
  int x;
  short s;
};
static struct pk ps[200];
int main(void) {
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < 800; i++)
      a[i] += i;
    _Alignas(64) int al[100];
    int big[100] __attribute__((aligned(256)));
    for (int i = 0; i < 100; i++) {
      al[i] = a[i];
      big[i] = t;
    }
    for (int i = 0; i < 200; i++)
      va[i] += (v4){i, t, al[i % 100], big[i % 100]};
    for (int i = 0; i < 200; i++) {
      ps[i].x += va[i][2];
      ps[i].s += ps[i].x;
    }
    printf("%d %d\n", (int)((uintptr_t)al % 64), (int)((uintptr_t)big % 256));
  }
  register int r = 3;
  for (int i = 0; i < 800; i++)
    a[i] += r;
  _Alignas(128) char tail[300];
  for (int i = 0; i < 300; i++)
    tail[i] = (char)a[i];
  for (int i = 0; i < 300; i++)
    a[i] += tail[299 - i];
  printf("%d\n", (int)((uintptr_t)tail % 128));
  unsigned h = 0;
  for (int i = 0; i < 800; i++)
    h = h * 31 + a[i];
  for (int i = 0; i < 200; i++)
    h = h * 31 + ps[i].x + va[i][1];
  printf("%u\n", h);
  return 0;
}
