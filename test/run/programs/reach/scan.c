// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums, extremes and hashes, inclusive and exclusive, in place, in a
// time loop; and totals that need what they have made.
#include "../digest.h"

#define N 20000
static int a[N], b[N], matrix[200][100], rows[200];
static unsigned hash[N];
static unsigned char narrow[N];
static double d[N], e[N];

static long inclusive(int n, int start) {
  int s = start;
  unsigned char c = 7;
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
  for (int i = 0; i < n; i++) {
    c += a[i];
    narrow[i] = c;
  }
  return s + c;
}

static unsigned exclusive(int n) {
  unsigned x = 1, at = 0;
  int low = 1 << 30;
  for (int i = 0; i < n; i++) {
    int count = a[i] & 15, twice = 2 * count;
    b[i] = (int)at;
    at += twice - count;
  }
  for (int i = 0; i < n; i++) {
    x ^= (unsigned)a[i] * 7;
    if (a[i] < low)
      low = a[i];
    hash[i] = x + low;
  }
  for (int i = n - 1; i >= 0; i -= 3) {
    x *= (unsigned)a[i] | 1;
    hash[i] ^= x;
  }
  return x + at + (unsigned)low;
}

static int in_place(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s ^= a[i];
    a[i] = s & 1023;
  }
  return s;
}

static int nested(int n) {
  int s = 0;
  for (int i = 0; i < n && i < 200; i++)
    rows[i] = 0;
  int m = n < 200 ? n : 200;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < 100; j++)
      s += matrix[i][j];
    rows[i] = s;
  }
  return s;
}

/* Each repetition starts from what the one before has left. */
static int repeated(int n) {
  int s = 0;
  for (int t = 0; t < 6; t++) {
    for (int i = 0; i < n; i++) {
      s += a[i] + t;
      b[i] += s & 7;
    }
    for (int i = 0; i < n; i++)
      a[i] = b[i] & 511;
  }
  return s;
}

static int dependent(int n) {
  int s = 5;
  double t = 0.5;
  for (int i = 0; i < n; i++) {
    b[i] = s;
    s += b[i] & 1;
  }
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (s > 100)
      s = 0;
  }
  for (int i = 0; i + 1 < n; i++) {
    a[i] = s & 255;
    s += a[i + 1];
  }
  for (int i = 0; i < n; i++) {
    t += d[i];
    e[i] = t;
  }
  return s + (int)t;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 9, 130, 1001, N};
  for (int i = 0; i < N; i++) {
    a[i] = (int)((i * 48271LL + 11) % 997);
    d[i] = a[i] * 0.37;
    matrix[i / 100][i % 100] = a[i];
  }
  for (volatile int k = 0; k < 7; k++) { /* no region of its own */
    int n = sizes[k];
    printf("%ld %u ", inclusive(n, k), exclusive(n));
    show("b", b, sizeof b);
    printf("%d %d %d ", in_place(n), nested(n), repeated(n));
    printf("%d\n", dependent(n));
    show("a", a, sizeof a);
    show("hash", hash, sizeof hash);
    show("narrow", narrow, sizeof narrow);
    show("rows", rows, sizeof rows);
    show("e", e, sizeof e);
  }
  return 0;
}
