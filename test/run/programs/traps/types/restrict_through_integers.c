// SPDX-License-Identifier: Apache-2.0
//
// Pointers that are computed from a restrict parameter by way of integers, of
// memory and of choices: all are based on it and may meet it.
#include "../../digest.h"
#include <stdint.h>
#include <string.h>
static unsigned a[9000], b[9000];
static void through_integer(unsigned *restrict p, int n) {
  uintptr_t u = (uintptr_t)p + sizeof *p;
  unsigned *q = (unsigned *)u;
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 3u + 1u;
}
static void through_memory(unsigned *restrict p, unsigned **hold, int n) {
  *hold = p + 1;
  unsigned *q = *hold;
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 5u + 1u;
}
static void through_bytes(unsigned *restrict p, int n) {
  unsigned *q;
  unsigned *from = p + 2;
  memcpy(&q, &from, sizeof q);
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 7u + 1u;
}
static void through_choice(unsigned *restrict p, unsigned *restrict o, int n,
                           int k) {
  unsigned *q = k ? p + 1 : o;
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 9u + 1u;
}
static void bits_of_pointer(unsigned *restrict p, int n) {
  unsigned *q = (unsigned *)(((uintptr_t)p | 1u) - 1u) + 1;
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 11u + 1u;
}
int main(void) {
  for (int i = 0; i < 9000; i++)
    a[i] = (unsigned)i, b[i] = (unsigned)i * 9u;
  unsigned *hold = 0;
  through_integer(a, 8500);
  show("a", a, sizeof a);
  through_memory(a, &hold, 8500);
  show("a", a, sizeof a);
  through_bytes(a, 8500);
  show("a", a, sizeof a);
  through_choice(a, b, 8500, 1);
  through_choice(a, b, 8500, 0);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  bits_of_pointer(a, 8500);
  show("a", a, sizeof a);
  return 0;
}
