// SPDX-License-Identifier: Apache-2.0
// STATUS: 3
//
// Callees that may not come back: exit and longjmp from the middle, abort that
// never happens.
#include "../../digest.h"
#include <setjmp.h>
#include <stdlib.h>
static unsigned a[1200];
static jmp_buf back;
static void check(unsigned v) {
  if (v == 12345u)
    abort();
}
static unsigned jumps(unsigned v) {
  if (v % 1000 == 777)
    longjmp(back, 1);
  return v + 1u;
}
static unsigned leaves(unsigned v) {
  if (v % 1000 == 555) {
    show("a", a, sizeof a);
    exit(3);
  }
  return v * 3u;
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 7u;
  for (int i = 0; i < 1000; i++) {
    check(a[i]);
    a[i] += 1u;
  }
  volatile int jumped = 0;
  if (setjmp(back))
    jumped = 1;
  else
    for (int i = 0; i < 1000; i++)
      a[i] = jumps(a[i]);
  printf("%d\n", jumped);
  show("a", a, sizeof a);
  for (int i = 0; i < 1000; i++)
    a[i] = leaves(a[i]);
  printf("not here\n");
  return 0;
}
