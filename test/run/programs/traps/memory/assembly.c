// SPDX-License-Identifier: Apache-2.0
// TARGET: x86_64-linux-gnu (its instructions)
// FLAGS: -w  -lm -pthread
//
// Assembly that counts, and barriers.
#include <stdio.h>
static int a[500], b[500];
static int g;
static inline int id(int x) {
  int r;
  __asm__("movl %1, %0" : "=r"(r) : "r"(x));
  return r;
}
static inline void inc(void) { __asm__ volatile("incl %0" : "+m"(g)); }
static inline void barrier(void) { __asm__ volatile("" ::: "memory"); }
int main(void) {
  for (int i = 0; i < 500; i++)
    a[i] = id(i);
  for (int i = 0; i < 500; i++) {
    inc();
    b[i] = g;
  }
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 500; i++)
      a[i] += t;
    barrier();
    for (int i = 0; i < 500; i++)
      b[i] += a[i];
    __asm__ volatile("" : : "r"(a) : "memory");
  }
  printf("%d %d %d\n", a[9], b[499], g);
  return 0;
}
