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
  CHECK(hk_is_injective(p, n, 4, -4));
  CHECK(!hk_is_monotonic(p, n, 4, -4));
  CHECK(hk_index_min(p, n, 4, -4) == 0 && hk_index_max(p, n, 4, -4) == n - 1);
  /* Each second element, and backwards. */
  CHECK(hk_is_injective(p, n / 2, 8, -4));
  CHECK(hk_is_injective(p + n - 1, n, -4, -4));
  /* One value once more, far away. */
  p[n - 1] = p[0];
  CHECK(!hk_is_injective(p, n, 4, -4));
  CHECK(hk_is_injective(p, n - 1, 4, -4));
}

static void order(void) {
  long p[n];
  for (int i = 0; i < n; i++)
    p[i] = 3L * i - 50;
  CHECK(hk_is_injective(p, n, sizeof *p, -(int)sizeof *p));
  CHECK(hk_is_monotonic(p, n, sizeof *p, -(int)sizeof *p));
  CHECK(!hk_is_monotonic(p + n - 1, n, -(long long)sizeof *p, -(int)sizeof *p));
  CHECK(hk_is_injective(p + n - 1, n, -(long long)sizeof *p, -(int)sizeof *p));
  p[500] = p[499];
  CHECK(hk_is_monotonic(p, n, sizeof *p, -(int)sizeof *p));
  CHECK(!hk_is_injective(p, n, sizeof *p, -(int)sizeof *p));
  p[500] = p[499] - 1;
  CHECK(!hk_is_monotonic(p, n, sizeof *p, -(int)sizeof *p));
}

static void few(void) {
  int one = 5;
  for (int count = -1; count <= 1; count++) {
    CHECK(hk_is_injective(&one, count, 4, -4));
    CHECK(hk_is_monotonic(&one, count, 4, -4));
  }
  CHECK(hk_is_injective(0, 0, 4, -4) && hk_is_monotonic(0, 0, 4, -4));
  CHECK(hk_index_max(0, 0, 4, -4) < hk_index_min(0, 0, 4, -4));
}

static void types(void) {
  unsigned char bytes[256];
  for (int i = 0; i < 256; i++)
    bytes[i] = (unsigned char)(i * 3);
  CHECK(hk_is_injective(bytes, 256, 1, 1));
  CHECK(hk_index_max(bytes, 256, 1, 1) == 255);
  CHECK(hk_index_min(bytes, 256, 1, -1) == -128);
  unsigned short shorts[3] = {65535, 0, 65535};
  CHECK(!hk_is_injective(shorts, 3, 2, 2));
  CHECK(hk_index_max(shorts, 3, 2, 2) == 65535);
  CHECK(hk_index_max(shorts, 3, 2, -2) == 0);
  unsigned words[3] = {0xffffffffu, 7, 3};
  CHECK(hk_index_max(words, 3, 4, 4) == 0xffffffffLL);
}

/* Values that no map of bounded size holds: no claim. */
static void extremes(void) {
  long long far[3] = {LLONG_MAX, LLONG_MIN, 0};
  CHECK(!hk_is_injective(far, 3, 8, -8));
  CHECK(hk_index_min(far, 3, 8, -8) == LLONG_MIN);
  unsigned long long beyond[2] = {~0ull, ~0ull - 1};
  CHECK(!hk_is_injective(beyond, 2, 8, 8));
  CHECK(!hk_is_monotonic(beyond + 1, 2, -8, 8));
  CHECK(hk_index_max(beyond, 2, 8, 8) == LLONG_MAX);
}

int main(void) {
  permutation();
  order();
  few();
  types();
  extremes();
  return 0;
}
