// SPDX-License-Identifier: Apache-2.0
// TARGET: x86_64-linux-gnu (emulated, threads do not survive fork)
// TSAN: skip (fork with threads)
//
// fork before, between and after parallel loops; the child has them as well.
#include "../digest.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 60000
static int a[N];

static void work(int k) {
  for (int i = 0; i < N; i++)
    a[i] = (a[i] * 5 + i + k) & 0xffffff;
}

static int in_child(int k) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child < 0)
    exit(1);
  if (child == 0) {
    work(k);
    work(k + 1);
    printf("child %d ", k);
    show("", a, sizeof a);
    exit(a[17] & 63);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  printf("%d\n", in_child(1));
  work(2);
  printf("%d\n", in_child(3));
  work(4);
  work(5);
  printf("%d\n", in_child(6));
  show("parent", a, sizeof a);
  return 0;
}
