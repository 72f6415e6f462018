// SPDX-License-Identifier: Apache-2.0
//
// Dependences of distance one, of a constant, of a run-time value, forwards,
// backwards, with the sizes at which they begin and stop to matter.
#include "../digest.h"

#include <stdlib.h>

#define N 60000
static int a[N], b[N], c[N];

static void reset(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 7 % 1009;
    b[i] = i ^ 0x155;
    c[i] = 0;
  }
}

static void shift(int k, int n) {
  for (int i = k > 0 ? k : 0; i < n && i - k < N; i++)
    a[i] = a[i - k] + b[i];
}

static void halves(int m, int n) {
  for (int i = 0; i < n; i++)
    a[i + m] = (a[i] * 3 + 1) & 0xffff;
}

int main(void) {
  reset();
  for (int i = 1; i < N; i++)
    a[i] = (a[i - 1] + b[i]) & 0xffff;
  show("flow 1", a, sizeof a);
  reset();
  for (int i = 0; i < N - 1; i++)
    a[i] = a[i + 1] - b[i];
  show("anti 1", a, sizeof a);
  for (int k = -3; k <= 3; k += 2) {
    reset();
    shift(k, N - 10);
    show("shift", a, sizeof a);
  }
  reset();
  shift(1000, N);
  show("shift 1000", a, sizeof a);
  int sizes[] = {0, 1, 2, 999, 1000, 20000, 20001, 30000};
  for (int s = 0; s < 8; s++) {
    for (int i = 0; i < N; i++)
      a[i] = i & 3;
    if (sizes[s] >= 1000 || sizes[s] == 0)
      halves(sizes[s], sizes[s] ? 20000 : 100);
    show("halves", a, sizeof(int) * 1000);
  }
  reset();
  for (int i = 0; i < N; i++)
    c[i / 2] = a[i];
  for (int i = 0; i < N; i++)
    c[0] = b[i];
  for (int i = 0; i < N; i++)
    c[N - 1 - i] += c[i];
  for (int i = 4; i < N; i++)
    b[i] = b[i % 4] + b[i - 4] / 2;
  show("c", c, sizeof c);
  show("b", b, sizeof b);
  return 0;
}
