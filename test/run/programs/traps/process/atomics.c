// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Atomic and thread-local counters.
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
static atomic_int n;
static _Atomic unsigned long s;
static int a[500], b[500];
static _Thread_local int tl;
static int lk;
int main(void) {
  for (int i = 0; i < 500; i++) {
    a[i] = atomic_fetch_add(&n, 1);
    s += (unsigned)i;
  }
  for (int i = 0; i < 500; i++) {
    tl += i;
    b[i] = tl;
  }
  for (int i = 0; i < 500; i++) {
    __sync_fetch_and_add(&lk, i);
    a[i] += lk & 1;
  }
  for (int i = 0; i < 500; i++)
    __atomic_store_n(&b[i], a[i] + b[i], __ATOMIC_RELAXED);
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3;
  printf("%u %d %lu %d\n", h, n, s, tl);
  return 0;
}
