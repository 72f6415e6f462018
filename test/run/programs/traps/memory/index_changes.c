// SPDX-License-Identifier: Apache-2.0
//
// The index array is written by the loop that uses it, openly and under another
// name.
#include "../../digest.h"
#include <string.h>
enum { N = 900 };
static int x[N + 1], start[N + 1], a[2 * N];
static void openly(int n) {
  for (int i = 0; i < n; i++) {
    a[x[i]] = i;
    x[i + 1] = (x[i] + 7) % N;
  }
}
static void by_another_name(int *p, const int *idx, int n) {
  for (int i = 0; i < n; i++)
    p[idx[i]] = i / 2;
}
static void in_bytes(unsigned char *c, const int *idx, int n) {
  for (int i = 0; i < n; i++)
    c[4 * (idx[i] % 900)] = (unsigned char)(i & 1);
}
static void reset(void) { memcpy(x, start, sizeof x); }
int main(void) {
  for (int i = 0; i <= N; i++)
    start[i] = i * 7 % N;
  reset();
  openly(N);
  show("a", a, sizeof a);
  reset();
  by_another_name(a, x, N);
  show("a", a, sizeof a);
  by_another_name(x, x, N);
  show("x", x, sizeof x);
  reset();
  by_another_name(x + 1, x, N);
  show("x", x, sizeof x);
  reset();
  in_bytes((unsigned char *)a, x, N);
  in_bytes((unsigned char *)x, x, N);
  show("x", x, sizeof x);
  show("a", a, sizeof a);
  return 0;
}
