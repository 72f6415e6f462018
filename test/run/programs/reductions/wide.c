// SPDX-License-Identifier: Apache-2.0
// TARGET: aarch64-linux-gnu riscv64-linux-gnu (__int128)
//
// Reductions in the widest integer type.
#include <stdio.h>

#define N 60000
static __int128 a[N];

static void show(__int128 v) {
  printf("%016llx%016llx\n", (unsigned long long)(v >> 64),
         (unsigned long long)v);
}

int main(void) {
  __int128 sum = -5, all = ~(__int128)0, any = 0, odd = 1, least = 1,
           most = -1;
  unsigned __int128 top = 0;
  for (int i = 0; i < N; i++)
    a[i] = ((__int128)(i * 2654435761u) << 60) - ((__int128)i << 90);
  for (int i = 0; i < N; i++)
    sum += a[i];
  for (int i = 0; i < N; i++)
    all &= a[i] | (__int128)7 << 100;
  for (int i = 0; i < N; i++)
    any |= a[i];
  for (int i = 0; i < N; i++)
    odd ^= a[i];
  for (int i = 0; i < N; i++)
    if (a[i] < least)
      least = a[i];
  for (int i = 0; i < N; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < N; i++)
    if ((unsigned __int128)a[i] > top)
      top = (unsigned __int128)a[i];
  show(sum);
  show(all);
  show(any);
  show(odd);
  show(least);
  show(most);
  show((__int128)top);
  return 0;
}
