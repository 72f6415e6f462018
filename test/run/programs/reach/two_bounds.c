// SPDX-License-Identifier: Apache-2.0
//
// Loops that end at the first of two bounds, of unlike widths and either way,
// the iterator wanted afterwards; and some that change a bound, or whose second
// bound must not be looked at.
#include "../digest.h"

#include <limits.h>

#define N 900
static int a[N + 2], b[N + 2], limit;

static void start(void) {
  for (int i = 0; i < N + 2; i++) {
    a[i] = i % 17;
    b[i] = (i * 31 + 7) % 101;
  }
}

static void __attribute__((noinline)) up(int *p, const int *q, int n, long m) {
  int i;
  start();
  for (i = 0; i < n && i < m; i++)
    a[i] += b[i];
  printf("%d ", i);
  for (i = 3; i <= n && i <= m; i += 4)
    p[i] = q[i] * 2;
  printf("%d ", i);
  show("up", a, sizeof a);
}

static void __attribute__((noinline)) down(short n, long long m) {
  int i;
  start();
  for (i = N; i > n && m < i; i--)
    a[i] -= b[i] * 3;
  printf("%d ", i);
  for (i = N - 1; i >= n && i >= m; i -= 3)
    a[i] ^= b[i];
  printf("%d ", i);
  show("down", a, sizeof a);
}

static long __attribute__((noinline)) sum(int n, int m) {
  long s = 0;
  for (int i = 0; i < n && i < m; i++)
    s += b[i] * i;
  for (signed char c = 0; c < n && c < m && 1; c++)
    if (c == 100)
      break;
  return s;
}

static void __attribute__((noinline)) changes(int n, int m, const int *at) {
  start();
  for (int i = 0; i < n && i < m; i++) {
    a[i] += b[i];
    if (b[i] == 50)
      m = i + 3;
  }
  limit = n;
  for (int i = 0; i < n && i < limit; i++) {
    a[i] *= 2;
    limit = n - b[i];
  }
  for (int i = 0; i < n && i < *at; i++)
    a[i] += 5;
  show("changes", a, sizeof a);
}

int main(void) {
  static const int sizes[] = {-5, 0, 1, 2, 3, 63, 64, 65, 200, N};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (unsigned t = 0; t < sizeof sizes / sizeof *sizes; t += 2) {
      int n = sizes[s], m = sizes[t];
      up(a, b, n, m);
      up(a, a + 1, n, n < 0 ? LONG_MIN : LONG_MAX);
      down((short)(n < 0 ? 0 : n), m);
      down((short)(m < 0 ? 1 : m), LLONG_MIN);
      printf("%ld\n", sum(n, m));
      changes(n, m, n > 0 ? &m : 0);
    }
  return 0;
}
