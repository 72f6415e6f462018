// SPDX-License-Identifier: Apache-2.0
//
// Conditions that compare the sum of the iterator and something else: at the
// ends of the types, of no iterations, with sums that wrap on purpose, with what
// the body changes.
#include "../../digest.h"
#include <limits.h>

#define N 2000
static unsigned a[N + 8];
static int b[N + 8];
static long long t[60][60];

__attribute__((noinline)) static int ahead(int from, int n, int d) {
  int count = 0;
  for (int i = from; i + d < n; i++)
    a[(unsigned)i % N] = (unsigned)b[(unsigned)i % N] + (unsigned)i, count++;
  return count;
}

__attribute__((noinline)) static int behind(int from, int n, int d) {
  int count = 0;
  for (int i = from; i - d <= n; i += 3)
    a[(unsigned)i % N] ^= (unsigned)i, count++;
  return count;
}

__attribute__((noinline)) static int down(int from, int n, int d) {
  int count = 0;
  for (int i = from; n < d + i; i -= 2)
    a[(unsigned)i % N] += (unsigned)i, count++;
  return count;
}

__attribute__((noinline)) static int until(int n, short d) {
  int count = 0;
  for (int i = 3; i + d != n; i++)
    a[(unsigned)i % N] -= (unsigned)i, count++;
  return count;
}

/* The sum is an unsigned one: it wraps, and the loop ends there. */
__attribute__((noinline)) static int wraps(unsigned n, unsigned d) {
  int count = 0;
  for (unsigned i = 0; i + d > n; i++)
    a[i % N] += 5, count++;
  return count;
}

/* A char wraps around before the sum gets there: the break ends it. */
__attribute__((noinline)) static int narrow(int n, int d) {
  int count = 0;
  for (unsigned char i = 0; i + d < n; i++) {
    a[i] += (unsigned)d;
    if (++count == 1000)
      break;
  }
  return count;
}

__attribute__((noinline)) static int moving(int n, int d) {
  int count = 0;
  for (int i = 0; i + d < n; i++) {
    a[i] += (unsigned)d;
    d += b[i] & 1;
    count++;
  }
  return count;
}

__attribute__((noinline)) static void moved(int n, const unsigned *d) {
  for (int i = 0; i + (int)*d < n; i++)
    a[i] = (unsigned)b[i] % 7 + 1;
}

__attribute__((noinline)) static void diagonals(int n) {
  for (int d = 1; d < n; d++)
    for (int i = 0; i + d < n; i++) {
      int j = i + d;
      t[i][j] = t[i][j - 1] * 3 + t[i + 1][j] + (i ^ j);
      for (int k = i + 1; k < j; k++)
        t[i][j] ^= t[i][k] + t[k][j];
      t[i][j] %= 1000003;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    b[i] = i * 37 % 101;
  printf("%d %d %d %d\n", ahead(0, N, 10), ahead(5, 5, 0), ahead(5, 5, -1),
         ahead(INT_MAX - 40, INT_MAX, -1000 + 1001));
  printf("%d %d\n", ahead(INT_MIN, INT_MIN + 50, 0), ahead(0, INT_MIN, 7));
  show("ahead", a, sizeof a);
  printf("%d %d %d\n", behind(0, N, 10), behind(INT_MIN + 20, INT_MIN + 40, 7),
         behind(9, INT_MIN, 0));
  printf("%d %d %d\n", down(N, 10, 3), down(0, INT_MAX, 0), down(7, 7, 1));
  printf("%d %d\n", until(N, -7), until(13, 10));
  show("others", a, sizeof a);
  printf("%d %d %d\n", wraps(10, UINT_MAX - 5000), wraps(UINT_MAX - 5, UINT_MAX),
         wraps(0, 0));
  printf("%d %d %d\n", narrow(200, 3), narrow(300, 3), narrow(255, 0));
  printf("%d\n", moving(N, 3));
  show("ends", a, sizeof a);
  for (int i = 0; i < N; i++)
    a[i] = 900;
  moved(N, (unsigned *)&b[40]);
  moved(N, &a[1500]);
  show("moved", a, sizeof a);
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      t[i][j] = i * j % 13;
  diagonals(60);
  show("diagonals", t, sizeof t);
}
