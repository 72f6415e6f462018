// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 1
//
// Static variables of functions that loops call, which copies of the functions
// share: scratch that each call fills, a count, a state that one iteration in
// many moves on, names that occur elsewhere, in other blocks and as parameters,
// addresses that others keep, a switch around one, initial values.
#include "../digest.h"

enum { N = 800, M = 40 };

static int used = 7;
static int *seen;

static int fill(int seed) {
  static int stack[M * 2], *top = stack, filled;
  unsigned x = (unsigned)seed * 2654435761u;
  top = stack;
  for (int k = 0; k < M; k++) {
    if (top > stack + 1 && (x >> k % 16) % 3 == 0)
      top--;
    *top++ = k + (int)(sizeof stack / sizeof *stack);
  }
  filled++;
  return top[-1] + (int)(top - stack);
}

static int names(int used_outside) {
  int sum = used;
  static int used = 3;
  sum += used;
  if (used_outside % 100 == 99)
    used++;
  {
    static int used;
    used += used_outside;
    if (used_outside == N - 1)
      seen = &used;
  }
  return sum;
}

static int parameter(int top) {
  {
    int sum = top;
    static int top = 2;
    top ^= 1;
    return sum + top;
  }
}

static long choose(int n) {
  switch (n % 3) {
    static long never, last;
  case 0:
    last = n;
    return last;
  case 1:
    return never;
  default:
    return last * 2;
  }
}

static long all[N], others[N];

int main(void) {
  for (int i = 0; i < N; i++)
    all[i] = fill(i);
  for (int i = 0; i < N; i++) {
    others[i] = names(i) * 3 + fill(i * 3);
    for (int k = 0; k < 20; k++)
      others[i] ^= fill(k + i) << k;
  }
  for (int i = 0; i < N; i++) {
    all[i] += parameter(i) + choose(i);
    for (int k = 0; k < 20; k++)
      all[i] += fill(all[i] % 1000 + k);
  }
  printf("%016llx %016llx %d %d %d\n", digest(all, sizeof all),
         digest(others, sizeof others), used, *seen, names(1));
  return 0;
}
