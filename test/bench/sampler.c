// SPDX-License-Identifier: Apache-2.0
//
// Loaded before a program (LD_PRELOAD), writes its call stack to the file that
// SAMPLER_FILE names after every millisecond of processor time: a count, then
// so many addresses, innermost first, all of them 64 bits wide.
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

enum { deepest = 100, ownFrames = 2 /* the handler, and what called it */ };

static int file = -1;

static void takeSample(int signal) {
  void *stack[deepest];
  uint64_t record[1 + deepest];
  int count = backtrace(stack, deepest);
  (void)signal;
  record[0] = 0;
  for (int i = ownFrames; i < count; i++)
    record[++record[0]] = (uint64_t)(uintptr_t)stack[i];
  if (write(file, record, (1 + record[0]) * sizeof record[0]) < 0)
    _exit(1);
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SAMPLER_FILE");
  void *warm[4];
  struct sigaction action = {.sa_handler = takeSample, .sa_flags = SA_RESTART};
  struct itimerval timer = {{0, 1000}, {0, 1000}};
  if (!path)
    return;
  file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file < 0)
    _exit(1);
  backtrace(warm, 4); // loads the unwinder here, not in a handler
  sigaction(SIGPROF, &action, NULL);
  setitimer(ITIMER_PROF, &timer, NULL);
}
