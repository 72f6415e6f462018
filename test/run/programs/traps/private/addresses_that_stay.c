// SPDX-License-Identifier: Apache-2.0
//
// Each iteration writes a variable before it reads it, but where it is can be
// seen: its address is stored, compared, made a number, passed on, printed.
#include "../../digest.h"

#include <stdint.h>

#define N 600
static int a[N], b[N], *kept[N];
static const void *last;
static uintptr_t sum;

static void keep(int i, int *p) { kept[i] = p; }
static int *same(int *p) { return p; }
static void note(const void *p) { last = p; }

int main(void) {
  int t[8], x, y, *p, n = 0;
  for (int i = 0; i < N; i++)
    a[i] = (i * 13 + 7) % 57;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 8; k++)
      t[k] = a[i] + k;
    kept[i] = t;
    b[i] = t[a[i] & 7];
  }
  for (int i = 1; i < N; i++)
    n += kept[i] == kept[i - 1];
  printf("%d %d\n", n, kept[5][3]);
  for (int i = 0; i < N; i++) {
    x = a[i];
    keep(i, &x);
    b[i] += x * 2;
  }
  printf("%d\n", *kept[3]);
  for (int i = 1; i < N; i++)
    n += kept[i] == kept[i - 1];
  p = &x;
  for (int i = 0; i < N; i++) {
    x = a[i] * 3;
    b[i] += p == &x ? x : -x;
  }
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 8; k++)
      t[k] = a[i] * k;
    b[i] += t[a[i] & 7] + (same(t) == t) + (p == t);
  }
  for (int i = 0; i < N; i++) {
    y = a[i];
    sum += (uintptr_t)&y == (uintptr_t)(a[i] & 1 ? &y : p);
    b[i] += y;
  }
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 8; k++)
      t[k] = a[i] - k;
    note(t + 1);
    b[i] ^= t[a[i] & 7];
  }
  n += last == t + 1;
  for (int i = 0; i < N; i++) {
    int *q = t, *r;
    for (int k = 0; k < 8; k++)
      q[k] = i - k;
    for (r = t; r < t + 8; r++)
      b[i] += *r;
    q = r - 3;
    kept[i] = q;
  }
  n += kept[N - 2] - t;
  show("b", b, sizeof b);
  printf("%d %d\n", n, (int)sum);
  return 0;
}
