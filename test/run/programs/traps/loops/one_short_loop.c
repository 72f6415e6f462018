// SPDX-License-Identifier: Apache-2.0
//
// Regions of several loops of which one is short, or has no iteration, while
// the others are long: chunks may be empty. Beside loops without dependences
// between chunks, neighbours that read across the borders of chunks, and a
// value that the last iteration leaves.
#include "../../digest.h"

#define N 600

static int a[N + 8], b[N + 8], c[N + 8], d[N + 8];

static int apart(int n, int m, int k) {
  int last = -1;
  for (int i = 0; i < n; i++)
    a[i] = a[i] % 1000 * 3 + i;
  for (int i = 0; i < m; i++) {
    last = b[i] ^ i;
    b[i] = last + 5;
  }
  for (int i = 0; i < k; i++)
    c[i] = c[i] * 7 - i;
  return last;
}

static void neighbours(int n, int m, int k) {
  for (int i = 2; i < n; i++)
    a[i] = b[i] * 3 + i;
  for (int i = 2; i < n; i++)
    c[i] = a[i - 2] + a[i + 2];
  for (int i = 0; i < m; i++)
    d[i] = d[i] * 5 + i;
  for (int i = 4; i < k; i++)
    b[i] = c[i - 4] + d[i];
}

static void steps(int n, int m, int times) {
  for (int t = 0; t < times; t++) {
    for (int i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i + 1];
    for (int i = 1; i < n; i++)
      b[i] = a[i - 1] ^ a[i + 1];
    for (int i = 0; i < m; i++)
      c[i] += a[i] * t;
  }
}

static unsigned sums(int n, int m) {
  unsigned s = 0, x = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)a[i];
  for (int i = 0; i < m; i++)
    x ^= (unsigned)b[i] + s;
  for (int i = 0; i < n; i++)
    d[i] = (int)(x >> 3) + i;
  return s + x;
}

static void reset(void) {
  for (int i = 0; i < N + 8; i++) {
    a[i] = i % 13;
    b[i] = i % 17;
    c[i] = i % 19;
    d[i] = i % 23;
  }
}

int main(void) {
  static const int sizes[] = {-1, 0, 1, 3, 5, 7, 9, 33, 65, 127, 129, N};
  const int count = sizeof sizes / sizeof *sizes;
  for (int x = 0; x < count; x++)
    for (int y = 0; y < count; y++) {
      reset();
      printf("%d %d: %d", sizes[x], sizes[y],
             apart(sizes[x], sizes[y], sizes[count - 1 - x]));
      reset();
      neighbours(sizes[x], sizes[y], N);
      steps(sizes[x], sizes[y], 3);
      show("c", c, sizeof c);
      show("b", b, sizeof b);
      reset();
      printf(" %u\n", sums(sizes[x], sizes[y]));
      show("a", a, sizeof a);
      show("b", b, sizeof b);
      show("c", c, sizeof c);
      show("d", d, sizeof d);
    }
  return 0;
}
