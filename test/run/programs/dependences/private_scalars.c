// SPDX-License-Identifier: Apache-2.0
//
// Temporaries of an iteration, their values after the loop, set only sometimes.
#include "../digest.h"

#define N 100000
static int a[N], b[N];
int global_t, global_last = -1;

static void note(int v) { global_t = v * 2; }

int main(void) {
  int t, last = -5, sometimes = -9, carried = 1, set_first = 0, i, u = 4;
  for (i = 0; i < N; i++) {
    t = i * 3 ^ 9;
    a[i] = t + (t >> 3);
    last = t;
    if (t % 1000 == 7)
      sometimes = i;
  }
  printf("%d %d %d %d\n", t, last, sometimes, i);
  for (i = 0; i < N; i++) {
    if (i % 4 == 0)
      u = i;
    b[i] = u;
  }
  for (i = 0; i < N; i++) {
    int before = carried;
    carried = (carried * 5 + a[i]) & 0xfff;
    b[i] += before;
  }
  for (i = 0; i < N; i++) {
    note(i);
    a[i] += global_t;
    global_last = a[i];
  }
  printf("%d %d %d %d\n", u, carried, global_t, global_last);
  for (i = 0; i < N; i++) {
    if (!set_first) {
      set_first = 1;
      u = a[i];
    }
    a[i] -= u;
  }
  for (i = 0; i < N; i++) {
    int v;
    if (a[i] > 0)
      v = 1;
    else
      v = -1;
    for (int k = 0; k < 3; k++)
      v = v * 2 + k;
    b[i] ^= v;
  }
  for (i = N / 2; i < N / 2 + 3; i++)
    last = a[i];
  for (i = 5; i < 5; i++)
    last = 12345;
  printf("%d %d\n", last, u);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
