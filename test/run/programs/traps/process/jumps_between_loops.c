// SPDX-License-Identifier: Apache-2.0
//
// setjmp and longjmp around loops that run in parallel; locals that are kept,
// and a jump out of the middle.
#include "../../digest.h"
#include <setjmp.h>
static unsigned a[1200];
static jmp_buf env;
static int times;
static void again(void) {
  if (++times < 4)
    longjmp(env, times);
}
int main(void) {
  volatile unsigned total = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = (unsigned)i;
  int r = setjmp(env);
  for (int i = 0; i < 1000; i++)
    a[i] += (unsigned)r + 1u;
  unsigned s = 0;
  for (int i = 0; i < 1000; i++)
    s += a[i];
  total += s;
  again();
  for (int i = 0; i < 1000; i++) {
    a[i] ^= 5u;
    if (a[i] == 700u && times < 6)
      again();
  }
  printf("%u %d %d\n", total, r, times);
  show("a", a, sizeof a);
  return 0;
}
