// SPDX-License-Identifier: Apache-2.0
//
// A scalar that is written first in each iteration, but whose address is known
// elsewhere.
#include "../../digest.h"
static unsigned a[1200], *watch, seen;
static void look(unsigned i) { seen = seen * 3u + *watch + i; }
static void peek(unsigned *p, int i) { a[i] += *p; }
static void by_global(int n) {
  unsigned t = 1;
  watch = &t;
  for (int i = 0; i < n; i++) {
    look((unsigned)i);
    t = a[i];
    a[i] = t + 1u;
  }
  watch = &seen;
}
static void by_pointer(int n) {
  unsigned t = 1, *p = &t;
  for (int i = 0; i < n; i++) {
    unsigned before = *p;
    t = a[i] * 3u;
    a[i] = before + t;
  }
}
static void before_it_is_written(int n) {
  unsigned t = 5;
  for (int i = 0; i < n; i++) {
    peek(&t, i);
    t = a[i];
  }
  printf("%u\n", t);
}
static void either(int n, unsigned *p) {
  unsigned t = 3, u = 4, *q = p ? p : &u;
  for (int i = 0; i < n; i++) {
    t = a[i];
    *q = t + 1u;
    a[i] = t * u;
  }
  printf("%u %u\n", t, u);
}
int main(void) {
  for (int i = 0; i < 1200; i++)
    a[i] = (unsigned)i;
  by_global(1000);
  by_pointer(1000);
  before_it_is_written(1000);
  either(1000, 0);
  either(1000, &seen);
  either(1000, &a[1001]);
  either(1000, &a[500]);
  show("a", a, sizeof a);
  printf("%u\n", seen);
  return 0;
}
