// SPDX-License-Identifier: Apache-2.0
//
// A struct of which an iteration writes some members before it is read as a
// whole, or all of them through a copy.
#include "../../digest.h"
struct box {
  unsigned lo, hi;
  unsigned short tag, pad;
};
static unsigned a[1200];
static struct box boxes[1200], global;
static unsigned sum(struct box b) {
  return b.lo + b.hi * 3u + b.tag * 5u + b.pad;
}
static void one_member(int n) {
  struct box b = {1, 2, 3, 4};
  for (int i = 0; i < n; i++) {
    b.lo = a[i];
    if (a[i] & 4)
      b.hi = (unsigned)i;
    boxes[i] = b;
    a[i] += sum(b);
  }
  printf("%u\n", sum(b));
}
static void whole(int n) {
  for (int i = 0; i < n; i++) {
    global = (struct box){a[i], a[i + 1], (unsigned short)i, 0};
    global.hi += global.lo;
    a[i] ^= sum(global);
  }
  printf("%u\n", sum(global));
}
static void by_copy(int n) {
  struct box t = boxes[0];
  for (int i = 0; i < n; i++) {
    boxes[i] = t;
    t = boxes[i + 1];
    t.tag++;
  }
  printf("%u\n", sum(t));
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i * 5u;
  one_member(1000);
  whole(1000);
  by_copy(1000);
  whole(0);
  one_member(1);
  show("a", a, sizeof a);
  show("boxes", boxes, sizeof boxes);
  return 0;
}
