// SPDX-License-Identifier: Apache-2.0
//
// Loops whose header computes the iterator's first value from the one that it
// had before: every chunk, and whoever begins the loop anew, would need that.
#include "../../digest.h"

#define N 3000

static int a[N];

static unsigned mixed(unsigned i) {
  i ^= i >> 7;
  i *= 2654435761u;
  return (i ^ i >> 11) & 4095;
}

static int __attribute__((noinline)) next(int i, int n) {
  for (i = i + 1; i < n; i++)
    a[i] += i;
  return i;
}

static int __attribute__((noinline)) doubled(int i, int n) {
  unsigned sum = 0;
  for (i = i * 2; i < n; i += 3)
    sum += mixed(i);
  return (int)(sum ^ (unsigned)i);
}

static int __attribute__((noinline)) down(int i) {
  for (i = i - 1; i >= 0; i--)
    a[i] ^= i;
  return i;
}

static int __attribute__((noinline)) chosen(int i, int n) {
  for (i = i > 3 ? i : 3; i < n; i++)
    a[i] -= i;
  return i;
}

static int __attribute__((noinline)) searched(int i, int n, unsigned key) {
  for (i = i * 2 + 1; i < n; i++)
    if (mixed(i) == key)
      break;
  return i;
}

/* Where another loop has left it. */
static int __attribute__((noinline)) goesOn(int n) {
  int i;
  for (i = 0; i < n / 2; i++)
    a[i] += 7;
  for (i = i + 1; i < n; i++)
    a[i] -= 3;
  return i;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 17, 1000, N};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int i = 0; i <= sizes[s]; i += 1 + sizes[s] / 3) {
      int n = sizes[s];
      int ends[] = {next(i, n),
                    doubled(i, n),
                    down(i),
                    chosen(i, n),
                    searched(i, n, mixed(i * 2 + 4)),
                    searched(i, n, 4096),
                    goesOn(n)};
      show("ends", ends, sizeof ends);
      show("a", a, sizeof a);
    }
  return 0;
}
