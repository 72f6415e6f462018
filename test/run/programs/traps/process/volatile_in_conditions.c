// SPDX-License-Identifier: Apache-2.0
//
// Volatile and atomic objects as bounds, subscripts, steps and conditions, and
// through pointers.
#include "../../digest.h"
#include <stdatomic.h>
static unsigned a[1200];
static volatile int bound = 1000, step = 1, at = 3;
static volatile unsigned reg;
static atomic_uint counter;
static unsigned reads;
static int asked(void) { return (int)(reads++ < 900); }
int main(void) {
  for (int i = 0; i < bound; i++)
    a[i] = (unsigned)i;
  for (int i = 0; i < 1000; i += step)
    a[i] += a[at];
  for (volatile int i = 0; i < 1000; i++)
    a[i] ^= 3u;
  for (int i = 0; i < 1000; i++) {
    reg = a[i];
    a[i] = reg + 1u;
  }
  for (int i = 0; i < 1000; i++)
    a[i] += atomic_fetch_add(&counter, 1u);
  for (int i = 0; i < 1000 && asked(); i++)
    a[i] += 5u;
  volatile unsigned *p = a;
  for (int i = 0; i < 1000; i++)
    p[i + 1] = p[i] + 1u;
  struct {
    int x;
    volatile unsigned v;
    unsigned y;
  } s = {1, 2, 3};
  for (int i = 0; i < 1000; i++) {
    s.y += a[i];
    if (i == 500)
      s.v = s.y;
  }
  for (int i = 0; i < 1000; i++)
    a[i] += s.v + counter;
  printf("%u %u %u %u\n", reg, counter, reads, s.y);
  show("a", a, sizeof a);
  return 0;
}
