// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
// STATUS: 7
//
// What runs at exit sees all that was written.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a[500], seen = -1;
static char buf[4000];
static void bye(void) {
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i];
  printf("bye %u %d\n", h, seen);
}
static void on(int s) {
  (void)s;
  seen = a[499];
  _Exit(3);
}
__attribute__((constructor)) static void early(void) {
  for (int i = 0; i < 500; i++)
    a[i] = i * 3;
}
__attribute__((destructor)) static void late(void) {
  for (int i = 0; i < 500; i++)
    a[i] += 1;
  printf("late %d\n", a[7]);
}
int main(void) {
  atexit(bye);
  setvbuf(stdout, buf, _IOFBF, sizeof buf);
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < 500; i++)
      a[i] += i * t;
    if (a[3] > 1000)
      exit(2);
    for (int i = 0; i < 500; i++)
      a[i] ^= t;
    printf("t %d\n", t);
    if (t == 3)
      quick_exit(0);
    if (t == 2) {
      for (int i = 0; i < 500; i++)
        a[i]++;
      fflush(stdout);
      exit(7);
    }
  }
  signal(SIGSEGV, on);
  return 0;
}
