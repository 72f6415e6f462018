// SPDX-License-Identifier: Apache-2.0
//
// A function with parallel loops that calls itself, before, between and after
// them, and two that call each other.
#include "../digest.h"

#define N 32768
static int a[N], t[N];
static int depth_seen[20];

static void refine(int *p, int n, int depth) {
  if (n < 2048)
    return;
  for (int i = 0; i < n; i++)
    p[i] = (p[i] * 3 + depth) & 0xffff;
  refine(p, n / 2, depth + 1);
  for (int i = 0; i < n / 2; i++)
    t[i] = p[i] ^ p[n - 1 - i];
  depth_seen[depth] += t[n / 4];
  refine(p + n / 2, n / 2, depth + 1);
  for (int i = 0; i < n; i++)
    p[i] += depth;
}

static int odd(int *p, int n);

static int even(int *p, int n) {
  if (n == 0)
    return 1;
  for (int i = 0; i < 20000; i++)
    p[i] += n;
  return odd(p, n - 1);
}

static int odd(int *p, int n) {
  if (n == 0)
    return 0;
  for (int i = 0; i < 20000; i++)
    p[i] ^= n;
  return even(p, n - 1);
}

static long inside(int n) {
  long s = 0;
  if (n == 0)
    return 1;
  for (int i = 0; i < 30; i++)
    s += inside(n - 1) + i;
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i;
  refine(a, N, 0);
  printf("%d %d %ld\n", even(a, 9), odd(a, 9), inside(3));
  show("a", a, sizeof a);
  show("depths", depth_seen, sizeof depth_seen);
  return 0;
}
