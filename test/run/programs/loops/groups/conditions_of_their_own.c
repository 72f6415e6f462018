// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
//
// Branches on calls: with effects, in loops, in each other, as `else if`, with
// one side or two, and with loops that cores divide in them.
#include "../../digest.h"

enum { N = 211 };
static unsigned a[N], b[N], c[N], d[N], e[N];
static unsigned asked;

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 700; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % N] += seed & 7;
  }
}

static int check(const unsigned *h, unsigned k) {
  for (int t = 0; t < 90; t++)
    k = k * 5 + h[k % N];
  asked++;
  return k % 10 > 4;
}

static unsigned *find(unsigned *h, unsigned k) {
  for (int t = 0; t < N; t++)
    if (h[t] % 100 == k)
      return h + t;
  return 0;
}

static void step(int round) {
  count(c, (unsigned)round);
  if (check(a, (unsigned)round)) {
    count(b, 3);
    count(e, 4);
  } else {
    count(d, 5);
    count(a, 6);
  }
  if (round % 3 == 1)
    count(d, 7);
  else if (check(c, 9) && round != 5) {
    for (int i = 0; i < N; i++)
      a[i] = a[i] * 3 + (unsigned)i;
    count(b, 8);
  } else if (find(b, (unsigned)round))
    count(e, 9);
}

static void time_loop(int steps) {
  for (int t = 0; t < steps; t++) {
    count(d, (unsigned)t);
    if (check(d, (unsigned)t) != check(e, 3)) {
      for (int i = 0; i < N; i++)
        b[i] += a[i] ^ (unsigned)t;
      for (int i = 0; i < N; i++)
        c[i] += b[N - 1 - i];
      if (check(b, 1)) {
        count(a, b[3]);
        count(e, c[4]);
      }
    }
    if (find(c, 77)) count(b, 1); else { count(c, 2); count(a, 3); }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = e[i] = (unsigned)i * 7 % 31;
  for (int round = 0; round < 12; round++)
    step(round);
  time_loop(9);
  time_loop(0);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  show("e", e, sizeof e);
  printf("%u\n", asked);
  return 0;
}
