/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals to the process are handled on its own threads, those that a worker
 * brings upon itself on the worker; the entering thread's mask stays.
 */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

static int from_outside, on_worker; /* atomic */
static pthread_t main_thread;

static void count(int signal) {
  (void)signal;
  if (pthread_equal(pthread_self(), main_thread))
    __atomic_fetch_add(&from_outside, 1, __ATOMIC_SEQ_CST);
  else
    __atomic_fetch_add(&on_worker, 1, __ATOMIC_SEQ_CST);
}

static int count_of(int *counter) {
  return __atomic_load_n(counter, __ATOMIC_SEQ_CST);
}

static void program(struct hk_core *core, void *frame) {
  (void)frame;
  sigset_t mask;
  CHECK(pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0);
  CHECK(sigismember(&mask, SIGUSR1) == (core->id != 0));
  CHECK(!sigismember(&mask, SIGSEGV) && !sigismember(&mask, SIGFPE));
  if (core->id == 0)
    return;
  kill(getpid(), SIGUSR1);
  raise(SIGPIPE);
}

int main(void) {
  setenv("HOCKET_CORES", "4", 1);
  main_thread = pthread_self();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = count;
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
  CHECK(sigaction(SIGPIPE, &action, NULL) == 0);
  sigset_t before, after;
  sigemptyset(&before);
  sigaddset(&before, SIGUSR2);
  CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
  struct hk_region *region = new_region(program, 2);
  for (int i = 1; i <= 50; i++) {
    CHECK(hk_run(region, NULL));
    while (count_of(&from_outside) < i)
      usleep(100);
    CHECK(count_of(&from_outside) == i && count_of(&on_worker) == i);
  }
  CHECK(hk_run(new_region(program, 4), NULL));
  CHECK(pthread_sigmask(SIG_SETMASK, NULL, &after) == 0);
  for (int signal = 1; signal < 32; signal++)
    CHECK(sigismember(&after, signal) == (signal == SIGUSR2));
  return 0;
}
