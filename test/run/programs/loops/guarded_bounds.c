// SPDX-License-Identifier: Apache-2.0
// STATUS: 4
//
// Bounds and bases that must not be looked at before their guards: null
// pointers, divisions by zero, a callee that ends the program.
#include "../digest.h"
#include <stdlib.h>

#define N 500
struct view {
  int *data, n;
};
static int a[N + 1], b[N + 1], c[N + 1];

static void bounds(struct view *s, int k) {
  for (int i = 0; i < N; i++)
    a[i] += i;
  if (s)
    for (int i = 0; i < s->n; i++)
      b[i] = a[i];
  if (k)
    for (int i = 0; i < N / k; i++)
      b[i] += a[i];
  for (int t = 0; t < k; t++)
    for (int i = 0; i < s->data[2]; i++)
      b[i] += a[i] * t;
  for (int t = 0; t < k; t++)
    for (int i = 0; i < 400 % k; i++)
      b[i] += a[i] * t;
}

static void ranges(struct view *s, int *q, int n) {
  for (int i = 0; i < n; i++)
    c[i] += 2;
  if (s)
    for (int i = 0; i < n; i++)
      s->data[i] = q[i] * 3 + 1;
  if (s)
    for (int i = 0; i < n; i++)
      c[i] ^= s->data[i];
}

/* What the test of overlap looks at changes before the loop. */
static void moved(struct view *s, int *q, int n) {
  s->data = q + 1;
  for (int i = 0; i < n; i++)
    s->data[i] = q[i] * 3 + 1;
  for (int i = 0; i < n; i++)
    c[i] += q[i];
}

static void need(const struct view *s) {
  if (s)
    return;
  puts("none");
  exit(4);
}

static void checked(struct view *s) {
  for (int i = 0; i < N; i++)
    a[i] += i;
  need(s);
  for (int i = 0; i < s->n; i++)
    b[i] += a[i];
  for (int i = 0; i < s->n; i++)
    a[i] += b[s->n - 1 - i];
}

int main(void) {
  int data[N] = {100, 200, 300};
  struct view s = {data, 400};
  bounds(NULL, 0);
  bounds(&s, 1);
  bounds(&s, 5);
  ranges(NULL, a, N);
  ranges(&s, a, N);
  s.data = a + 1;
  ranges(&s, a, N);
  s.data = c;
  moved(&s, b, N);
  s.data = b + 1;
  moved(&s, b, N);
  checked(&s);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  fflush(stdout);
  checked(NULL);
  return 0;
}
