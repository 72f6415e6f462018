// SPDX-License-Identifier: Apache-2.0
// TARGET: x86_64-linux-gnu (emulated, threads do not survive fork)
//
// Processes made in a loop between, and inside, loops that run in parallel:
// each child finds the memory of its moment.
#include "../../digest.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned a[1200];
static unsigned sum(void) {
  unsigned s = 0;
  for (int i = 0; i < 1000; i++)
    s += a[i];
  return s;
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = (unsigned)i;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < 1000; i++)
      a[i] += (unsigned)t;
    fflush(stdout);
    pid_t p = fork();
    if (p == 0) {
      for (int i = 0; i < 1000; i++)
        a[i] *= 3u;
      printf("child %d %u\n", t, sum());
      fflush(stdout);
      _exit(t);
    }
    int status = 0;
    waitpid(p, &status, 0);
    printf("parent %d %u\n", WEXITSTATUS(status), sum());
  }
  for (int i = 0; i < 3; i++) {
    a[i] = a[i + 500];
    fflush(stdout);
    if (fork() == 0) {
      printf("inside %d %u\n", i, sum());
      fflush(stdout);
      _exit(0);
    }
    wait(NULL);
  }
  show("a", a, sizeof a);
  return 0;
}
