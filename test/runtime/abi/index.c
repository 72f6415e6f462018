/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of index arrays: duplicates far apart, equal neighbours, one element,
 * none, each type, strides of both signs, extreme values.
 */
#include "check.h"

#include <limits.h>
#include <stdlib.h>

enum { n = 1000 };

static void permutation(void) {
  int p[n];
  for (int i = 0; i < n; i++)
    p[i] = i * 7 % n;
  CHECK(hk_is_injective(p, 0, n, 4, -4));
  CHECK(!hk_is_monotonic(p, 0, n, 4, -4));
  CHECK(hk_index_min(p, 0, n, 4, -4) == 0 &&
        hk_index_max(p, 0, n, 4, -4) == n - 1);
  /* Each second element, and backwards. */
  CHECK(hk_is_injective(p, 0, n / 2, 8, -4));
  CHECK(hk_is_injective(p + n - 1, 0, n, -4, -4));
  /* One value once more, far away. */
  p[n - 1] = p[0];
  CHECK(!hk_is_injective(p, 0, n, 4, -4));
  CHECK(hk_is_injective(p, 0, n - 1, 4, -4));
}

static void order(void) {
  long p[n];
  for (int i = 0; i < n; i++)
    p[i] = 3L * i - 50;
  CHECK(hk_is_injective(p, 0, n, sizeof *p, -(int)sizeof *p));
  CHECK(hk_is_monotonic(p, 0, n, sizeof *p, -(int)sizeof *p));
  CHECK(!hk_is_monotonic(p + n - 1, 0, n, -(long long)sizeof *p,
                         -(int)sizeof *p));
  CHECK(
      hk_is_injective(p + n - 1, 0, n, -(long long)sizeof *p, -(int)sizeof *p));
  p[500] = p[499];
  CHECK(hk_is_monotonic(p, 0, n, sizeof *p, -(int)sizeof *p));
  CHECK(!hk_is_injective(p, 0, n, sizeof *p, -(int)sizeof *p));
  p[500] = p[499] - 1;
  CHECK(!hk_is_monotonic(p, 0, n, sizeof *p, -(int)sizeof *p));
}

/* Wherever they stand among however many. */
static void wherever(void) {
  enum { most = 40 };
  int p[most];
  unsigned u[most];
  for (int count = 1; count <= most; count++)
    for (int at = 0; at < count; at++) {
      for (int i = 0; i < count; i++)
        p[i] = 5, u[i] = 5;
      p[at] = -7;
      u[at] = 0x80000001u;
      CHECK(hk_index_min(p, 0, count, 4, -4) == -7);
      CHECK(hk_index_max(u, 0, count, 4, 4) == 0x80000001LL);
      CHECK(hk_index_min(u, 0, count, 4, 4) == (count > 1 ? 5 : 0x80000001LL));
      p[at] = 9;
      CHECK(hk_index_max(p, 0, count, 4, -4) == 9);
    }
}

static void few(void) {
  int one = 5;
  for (int count = 0; count <= 1; count++) {
    CHECK(hk_is_injective(&one, 0, count, 4, -4));
    CHECK(hk_is_monotonic(&one, 0, count, 4, -4));
  }
  CHECK(hk_is_injective(0, 0, 0, 4, -4) && hk_is_monotonic(0, 0, 0, 4, -4));
  /* Not to be looked at: no. */
  CHECK(!hk_is_injective(0, 8, -1, 4, -4) && !hk_is_monotonic(0, 8, -1, 4, -4));
  CHECK(hk_index_min(0, 8, -1, 4, -4) == hk_none());
  CHECK(hk_index_max(0, 8, -1, 4, -4) == hk_none());
  CHECK(hk_index_max(0, 0, 0, 4, -4) < hk_index_min(0, 0, 0, 4, -4));
}

static void types(void) {
  unsigned char bytes[256];
  for (int i = 0; i < 256; i++)
    bytes[i] = (unsigned char)(i * 3);
  CHECK(hk_is_injective(bytes, 0, 256, 1, 1));
  CHECK(hk_index_max(bytes, 0, 256, 1, 1) == 255);
  CHECK(hk_index_min(bytes, 0, 256, 1, -1) == -128);
  unsigned short shorts[3] = {65535, 0, 65535};
  CHECK(!hk_is_injective(shorts, 0, 3, 2, 2));
  CHECK(hk_index_max(shorts, 0, 3, 2, 2) == 65535);
  CHECK(hk_index_max(shorts, 0, 3, 2, -2) == 0);
  unsigned words[3] = {0xffffffffu, 7, 3};
  CHECK(hk_index_max(words, 0, 3, 4, 4) == 0xffffffffLL);
}

/* Values that no map of bounded size holds: no claim. */
static void extremes(void) {
  long long far[3] = {LLONG_MAX, LLONG_MIN, 0};
  CHECK(!hk_is_injective(far, 0, 3, 8, -8));
  CHECK(hk_index_min(far, 0, 3, 8, -8) == hk_none());
  unsigned long long beyond[2] = {~0ull, ~0ull - 1};
  CHECK(!hk_is_injective(beyond, 0, 2, 8, 8));
  CHECK(!hk_is_monotonic(beyond + 1, 0, 2, -8, 8));
  CHECK(hk_index_max(beyond, 0, 2, 8, 8) == hk_none());
}

/* Ranges: adjacent, overlapping by a byte, empty, beyond belief. */
static void ranges(void) {
  char m[100];
  CHECK(hk_apart(m, 0, 10, m + 10, 0, 10) && hk_apart(m + 10, 0, 10, m, 0, 10));
  CHECK(!hk_apart(m, 0, 11, m + 10, 0, 10));
  CHECK(!hk_apart(m + 10, 0, 10, m, 0, 11));
  CHECK(!hk_apart(m + 20, -20, 1, m, 0, 1));
  CHECK(!hk_apart(m, 0, 100, m + 50, 0, 1) && !hk_apart(m, 0, 1, m, 0, 1));
  CHECK(hk_apart(m, 0, 0, m, 0, 50) && hk_apart(m, 5, 0, m, 0, 50));
  CHECK(!hk_apart(m, 0, hk_none(), m + 10, 0, 10));
  CHECK(!hk_apart(m, hk_none(), 0, m + 10, 0, 10));
  CHECK(hk_times(1LL << 31, 1LL << 31) == hk_none());
  CHECK(hk_times(hk_none(), 0) == hk_none());
  CHECK(hk_times(-3, 5) == -15 && hk_plus(-3, 5) == 2);
  CHECK(hk_plus(hk_none(), LLONG_MAX) == hk_none());
  CHECK(hk_natural(~0ull) == hk_none() && hk_natural(7) == 7);
  CHECK(hk_least(hk_none(), 3) == hk_none() && hk_most(2, 3) == 3);
  CHECK(hk_count(0, 9, 2) == 5 && hk_count(3, 2, 1) == 0);
  CHECK(hk_count(0, hk_none(), 2) == -1 && hk_where(0, -1, 7) == 0);
  CHECK(hk_last(1, 10, 4) == 9 && hk_last(5, 4, 4) == 4);
}

int main(void) {
  ranges();
  permutation();
  order();
  few();
  extremes();
  types();
  wherever();
  return 0;
}
