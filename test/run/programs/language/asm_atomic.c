// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
//
// Inline assembler, atomic objects, _Generic, _Alignas inside loops.
#include "../digest.h"

#include <stdatomic.h>

#define N 60000
static _Alignas(64) int a[N];
static atomic_int counter;
static _Atomic unsigned long turns;
#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
_Static_assert(sizeof(int) == 4, "int");

int main(void) {
  for (int i = 0; i < N; i++) {
    int v = i * 3;
    __asm__("" : "+r"(v));
    a[i] = v + KIND(v) + KIND(1.0) + KIND("s");
  }
  for (int i = 0; i < N; i++) {
    int before = atomic_fetch_add(&counter, i & 3);
    a[i] ^= before;
  }
  for (int i = 0; i < N; i++)
    turns += (unsigned)a[i] & 1;
  for (int i = 0; i < N; i++) {
    __asm__ volatile("" ::: "memory");
    a[i] += 1;
  }
  printf("%d %lu\n", counter, turns);
  show("a", a, sizeof a);
  return 0;
}
