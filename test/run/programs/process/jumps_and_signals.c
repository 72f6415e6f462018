// SPDX-License-Identifier: Apache-2.0
// TSAN: skip (longjmp and signals)
//
// setjmp and longjmp across loops, a signal raised inside one, an alarm-like
// flag set by the handler.
#include "../digest.h"

#include <setjmp.h>
#include <signal.h>

#define N 40000
static int a[N];
static jmp_buf again;
static volatile sig_atomic_t caught;

static void handler(int number) { caught += number == SIGUSR1; }

static void deep(int i) {
  if (a[i] == 999)
    longjmp(again, i + 1);
  a[i] += 1;
}

int main(void) {
  volatile int start = 0, jumps = 0;
  int at;
  signal(SIGUSR1, handler);
  for (int i = 0; i < N; i++)
    a[i] = i % 10000;
  at = setjmp(again);
  if (at) {
    jumps++;
    start = at;
  }
  for (int i = start; i < N; i++)
    deep(i);
  printf("%d %d\n", jumps, at);
  for (int i = 0; i < N; i++) {
    if (i % 10000 == 5)
      raise(SIGUSR1);
    a[i] += (int)caught;
  }
  printf("%d\n", (int)caught);
  show("a", a, sizeof a);
  return 0;
}
