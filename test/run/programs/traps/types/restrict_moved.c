// SPDX-License-Identifier: Apache-2.0
//
// Restrict parameters that are moved, and pointers that go out from one of them,
// two at a time or one after the other.
// FLAGS: -O3
#include "../../digest.h"
static unsigned a[9000], b[9000];
static void two_from_one(unsigned *restrict p, int n) {
  unsigned *to = p + 1, *from = p;
  for (int i = 0; i < n; i++)
    *to++ = *from++ * 3u + 1u;
}
static void given_in_turn(unsigned *restrict p, unsigned *restrict o, int n) {
  unsigned *q = p;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < n; i++)
      q[i + 1] = o[i] * 7u + 1u;
    q = o;
  }
}
static void walks_back(unsigned *restrict p, int n) {
  unsigned *last = p;
  while (n-- > 0) {
    p++;
    *p = *last * 9u + 1u;
    last = p;
  }
}
static void own_end(unsigned *restrict p, int n) {
  unsigned *end = p + n;
  for (int i = 0; i < n; i++)
    p[i] = end[-i] + (unsigned)i;
}
int main(void) {
  for (int i = 0; i < 9000; i++)
    a[i] = (unsigned)i, b[i] = (unsigned)i * 9u;
  two_from_one(a, 8500);
  show("two", a, sizeof a);
  given_in_turn(a, b, 8500);
  show("turn", a, sizeof a);
  show("turn", b, sizeof b);
  walks_back(a, 8500);
  show("back", a, sizeof a);
  own_end(b, 8500);
  show("end", b, sizeof b);
  return 0;
}
