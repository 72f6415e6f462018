// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// A signal handler sees what loops wrote so far.
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t got;
static int a[500], seen[50];
static int count;
static void h(int s) {
  (void)s;
  got++;
  seen[count++] = a[3];
}
int main(void) {
  signal(SIGUSR1, h);
  for (int t = 0; t < 6; t++) {
    for (int i = 0; i < 500; i++)
      a[i] += i * t;
    raise(SIGUSR1);
    for (int i = 0; i < 500; i++)
      a[i] ^= 5;
  }
  for (int i = 0; i < 6; i++)
    printf("%d ", seen[i]);
  printf("%d %d\n", (int)got, a[7]);
  return 0;
}
