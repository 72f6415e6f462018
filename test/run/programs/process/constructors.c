// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
//
// Parallel loops before main begins and after it ends.
#include "../digest.h"

#define N 40000
static int a[N], b[N];

static void __attribute__((constructor)) before(void) {
  for (int i = 0; i < N; i++)
    a[i] = i * 3;
}

static void __attribute__((destructor)) after(void) {
  for (int i = 0; i < N; i++)
    b[i] += a[N - 1 - i];
  show("after", b, sizeof b);
  fflush(stdout);
}

int main(void) {
  show("main", a, sizeof a);
  for (int i = 0; i < N; i++)
    b[i] = a[i] ^ 1;
  return 0;
}
