// SPDX-License-Identifier: Apache-2.0
//
// Scalars read from arrays of variable length, between parallel loops.
#include "../digest.h"

static unsigned a[500];

static void work(unsigned n, unsigned k) {
  unsigned v[n + 3];
  for (unsigned i = 0; i < n; i++)
    v[i] = i;
  {
    unsigned y = v[2];
    for (unsigned i = 0; i < n; i++)
      a[i] += v[i] + y + k;
  }
  for (int t = 0; t < (int)v[3]; t++) {
    if (v[t] & 1)
      for (unsigned i = 0; i < n; i++)
        a[i] += v[n - 1 - i] * (unsigned)sizeof v;
    for (unsigned i = 0; i < n; i++)
      v[i] += a[i] & 1;
  }
}

int main(void) {
  work(400, 3);
  work(77, 1);
  show("a", a, sizeof a);
  return 0;
}
