// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Conditional last values, first matches, swaps, shifting and folding
// subscripts.
#include <stdio.h>
static int a[500], b[500], c[500];
static void w(int n, int k, int *p, const int *q) {
  int last = -7, found = -1, best = 1 << 30;
  static int memo;
  for (int i = 0; i < n; i++) {
    if (q[i] > k)
      last = i;
    p[i] = q[i] + 1;
  }
  for (int i = 0; i < n; i++) {
    int t;
    if (i % 2)
      t = q[i];
    else
      t = last;
    p[i] += t;
  }
  for (int i = 0; i < n; i++) {
    if (k)
      last = p[i];
    c[i] = last;
  }
  for (int i = 0; i < n && i < k * 10; i++)
    c[i]++;
  for (int i = 0; i < n; i += k > 3 ? k : 3)
    c[i] ^= 1;
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = c[i];
    c[i] = c[j];
    c[j] = t;
  }
  for (int i = 0; i < n; i++) {
    if (q[i] == k) {
      found = i;
      break;
    }
  }
  for (int i = 0; i < n; i++) {
    memo += q[i];
    if (memo & 1)
      p[i] ^= memo;
  }
  for (int i = 0; i < n; i++) {
    if (q[i] < best) {
      best = q[i];
      found = i;
    }
  }
  for (int i = n; i-- > 1;)
    p[i] -= p[i - 1];
  for (int i = 0; i < n; i++)
    p[q[i] % 500 < 0 ? 0 : (q[i] & 0xff)] = i;
  for (int i = 0; i < n; i++)
    if (i == n - 1)
      a[0] = i;
    else
      a[i + 1] += 1;
  for (int i = 0; i < n; i++)
    a[i == 0 ? n - 1 : i - 1] += a[i];
  printf("%d %d %d %d\n", last, found, best, memo);
}
int main(void) {
  for (int i = 0; i < 500; i++)
    a[i] = (i * 7919) % 500;
  w(500, 3, b, a);
  w(400, 450, b, a);
  w(300, 0, b + 100, b);
  w(1, 2, b, a);
  w(0, 2, a, a);
  w(490, 9, a + 1, a);
  w(490, 9, a, a + 2);
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3 + c[i] * 7;
  printf("%u\n", h);
  return 0;
}
