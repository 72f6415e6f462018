// SPDX-License-Identifier: Apache-2.0
//
// Static variables declared inside a loop are one object, whichever version of
// the loop runs: the sequential one, where there are few iterations, or a
// region's. (Seed 1813 of random_programs.py, smaller, and what it led to.)
#include "../../digest.h"

#include <string.h>

static unsigned values[1000], out[1000];

static unsigned kept_in_loop(unsigned *a, int n, unsigned k) {
  unsigned r = 0;
  for (int i = 0; i < n; i++)
    a[i] = (unsigned)i * 3 + k;
  for (int i = 0; i < n; i++) {
    static unsigned t = 5;
    t = t * 3 + a[i];
    r ^= t;
  }
  for (int i = 0; i < n; i++)
    a[i] += r;
  return r;
}

static unsigned kept_in_block(unsigned *a, int n) {
  unsigned r = 0;
  for (int turn = 0; turn < 2; turn++) {
    static unsigned first[4];
    for (int i = 0; i < n; i++)
      a[i] += first[i & 3];
    first[turn] += n > 0 ? a[n - 1] : 1;
    r += first[0];
  }
  return r;
}

/* Private to each round of the outer loop. */
static void work_array(int n, int k) {
  for (int turn = 0; turn < k; turn++) {
    static unsigned work[24];
    for (int i = 0; i < n; i++) {
      memset(work, i & 1, 24 * sizeof *work);
      work[2] = work[3] + (unsigned)turn;
      out[i] = work[i % 24] + work[0];
    }
  }
}

static void table(int n) {
  for (int i = 0; i < n; i++) {
    static const unsigned primes[] = {2, 3, 5, 7};
    out[i] ^= primes[i & 3];
  }
}

int main(void) {
  static const int sizes[] = {10, 1000, 0, 999, 3, 64, 1000, 1};
  for (int s = 0; s < 8; s++) {
    printf("%u\n", kept_in_loop(values, sizes[s], (unsigned)s));
    printf("%u\n", kept_in_block(values, sizes[s]));
    work_array(sizes[s], s);
    table(sizes[s]);
  }
  show("values", values, sizeof values);
  show("out", out, sizeof out);
  return 0;
}
