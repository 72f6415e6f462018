/* SPDX-License-Identifier: Apache-2.0
 *
 * Forks between regions, from tasks and beside a region: parent and child both
 * go on and end.
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

enum { CORES = 2 };

static struct hk_flag ready;

static void sum(struct hk_core *core, void *frame) {
  unsigned *parts = frame;
  parts[16 * core->id] = core->id + 1;
  if (core->id == 1)
    hk_signal(&ready, core->epoch + 1);
  else
    hk_wait(&ready, core->epoch + 1);
  if (core->id == 0)
    core->epoch++;
}

static struct hk_region *region;

static void run_some(void) {
  for (unsigned i = 0; i < 20; i++) {
    unsigned parts[32] = {0};
    CHECK(hk_run(region, parts));
    CHECK(parts[0] == 1 && parts[16] == 2);
  }
}

static void run_and_fork(void) {
  run_some();
  CHECK(in_child(run_some) == 0);
  run_some();
}

/* Workers spinning, and workers asleep; children of children. */
static void check_between_regions(void) {
  run_some();
  for (unsigned i = 0; i < 10; i++) {
    if (i % 2)
      usleep(2000);
    CHECK(in_child(run_and_fork) == 0);
    run_some();
  }
}

static void refused(void) {
  unsigned parts[32];
  CHECK(hk_run(region, parts) == 0);
}

/* A worker's child: no region for it, and nothing left of having been one. */
static void ordinary(void) {
  refused();
  sigset_t mask;
  CHECK(pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0);
  CHECK(!sigismember(&mask, SIGTERM) && !sigismember(&mask, SIGINT));
}

static void fork_on(struct hk_core *core, void *frame) {
  unsigned *where = frame;
  if (core->id == *where)
    CHECK(in_child(ordinary) == 0);
}

static void check_from_tasks(void) {
  struct hk_region *forking = new_region(fork_on, CORES);
  for (unsigned i = 0; i < 10; i++) {
    unsigned where = i % CORES;
    CHECK(hk_run(forking, &where));
  }
  run_some();
}

static struct hk_flag forked;

static void await_fork(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == 1)
    hk_signal(&ready, 1000);
  hk_wait(&forked, 1);
}

static void *enter(void *unused) {
  CHECK(hk_run(new_region(await_fork, CORES), NULL));
  return unused;
}

/* Another thread is in a region: its child has none, but goes on. */
static void check_beside_region(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, enter, NULL) == 0);
  hk_wait(&ready, 1000);
  CHECK(in_child(refused) == 0);
  hk_signal(&forked, 1);
  CHECK(pthread_join(thread, NULL) == 0);
}

static void finish_region(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == 1) {
    hk_wait(&ready, 3000);
    return;
  }
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(freopen("/dev/null", "w", stderr));
    hk_wait(&ready, 2000); /* of core 1, which is not here */
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  hk_signal(&ready, 3000);
}

/* The one thing that cannot be: the child ends loudly instead of hanging. */
static void check_child_in_region(void) {
  CHECK(hk_run(new_region(finish_region, CORES), NULL));
}

/* Others have done their parts: core 0's child leaves the region with what it
 * has, and is sequential from then on; so are its children. */
static void fork_at_the_end(struct hk_core *core, void *frame) {
  pid_t *child = frame;
  if (core->id > 0)
    return;
  usleep(20000);
  *child = fork();
  CHECK(*child >= 0);
  if (*child == 0)
    CHECK(freopen("/dev/null", "w", stderr));
}

static void check_child_after_region(void) {
  pid_t child;
  CHECK(hk_run(new_region(fork_at_the_end, CORES), &child));
  if (child == 0) {
    refused();
    _exit(in_child(refused) == 0 ? 0 : 1);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
}

static void wait_alone(void) {
  CHECK(freopen("/dev/null", "w", stderr));
  unsigned parts[32];
  hk_run(region, parts);
}

/* A child that no handler has heard of. */
static void check_raw_child(void) {
#ifdef SYS_fork
  pid_t child = (pid_t)syscall(SYS_fork);
  CHECK(child >= 0);
  if (child == 0) {
    wait_alone();
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  if (MAY_TAKE_TURNS) /* it has the one thread that it needs */
    CHECK(status == 0);
  else
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#else
  (void)wait_alone;
#endif
}

int main(void) {
  leave_no_core_file();
  setenv("HOCKET_CORES", "2", 1);
  region = new_region(sum, CORES);
  check_between_regions();
  check_from_tasks();
  check_beside_region();
  check_child_in_region();
  check_child_after_region();
  check_raw_child();
  return 0;
}
