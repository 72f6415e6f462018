// SPDX-License-Identifier: Apache-2.0
// STATUS: 3
//
// assert, quick exits, and side effects inside of conditions.
#include "../digest.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#define N 60000
static int a[N], calls;

static int check(int v) {
  calls++;
  return v >= 0;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 100;
    assert(a[i] < 100);
  }
  for (int i = 0; i < N; i++)
    assert(check(a[i]));
  for (int i = 0; i < N; i++)
    if (a[i]++ < 50 && a[i] && --a[i])
      a[i] += 2;
  printf("%d\n", calls);
  show("a", a, sizeof a);
  fflush(stdout);
  for (int i = 0; i < N; i++)
    if (i == 55555)
      _exit(3);
  return 0;
}
