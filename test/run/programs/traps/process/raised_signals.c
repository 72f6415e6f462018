// SPDX-License-Identifier: Apache-2.0
//
// A handler that runs inside a loop and sees, and changes, what the loop does.
#include "../../digest.h"
#include <signal.h>
static unsigned a[1200];
static volatile sig_atomic_t caught;
static unsigned seen[4];
static void handler(int s) {
  if (caught < 4)
    seen[caught] = a[400] + a[900] * 3u;
  caught = caught + 1;
  (void)s;
}
int main(void) {
  signal(SIGUSR1, handler);
  for (int i = 0; i < 1000; i++) {
    a[i] = (unsigned)i + 1u;
    if (i % 300 == 200)
      raise(SIGUSR1);
  }
  for (int i = 0; i < 1000 && caught < 5; i++) {
    a[i] ^= 9u;
    if (i == 700)
      raise(SIGUSR1);
  }
  printf("%d\n", (int)caught);
  show("seen", seen, sizeof seen);
  show("a", a, sizeof a);
  return 0;
}
