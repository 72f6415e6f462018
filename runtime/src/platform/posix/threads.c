/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads, signals and forks by POSIX; Linux uses this file too.
 */
#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const size_t megabyte = (size_t)1 << 20;

static unsigned long long nanoseconds(clockid_t clock) {
  struct timespec now = {0};
  if (clock_gettime(clock, &now) != 0)
    clock_gettime(CLOCK_MONOTONIC, &now);
  return (unsigned long long)now.tv_sec * 1000000000u +
         (unsigned long long)now.tv_nsec;
}

unsigned long long hki_platform_clock(void) {
  return nanoseconds(CLOCK_MONOTONIC);
}

void hki_platform_sleep_until(unsigned long long clock) {
  struct timespec until = {.tv_sec = (time_t)(clock / 1000000000u),
                           .tv_nsec = (long)(clock % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
    continue;
}

unsigned long long hki_platform_thread_time(void) {
  return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

void hki_platform_yield(void) { sched_yield(); }

/* An unlimited main stack becomes a large one, in reason for the address
 * space: pages that are not touched cost nothing. */
size_t hki_platform_wanted_stack(void) {
  size_t least = 8 * megabyte;
  size_t most = (sizeof(void *) < 8 ? 32 : 512) * megabyte;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0)
    return least;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
    return most;
  return limit.rlim_cur < least ? least : (size_t)limit.rlim_cur;
}

/* The main stack's own limit will do; where it has none, an eighth of what is
 * wanted. With less, a program might end that goes on by itself. */
size_t hki_platform_least_stack(void) {
  size_t wanted = hki_platform_wanted_stack();
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0)
    return wanted;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > wanted)
    return wanted / 8;
  return (size_t)limit.rlim_cur;
}

/* A thread brings these upon itself; whoever did must take them: blocked, they
 * would end the program past its handler, or not end it at all (SIGPIPE). */
static sigset_t asynchronous_signals(void) {
  static const int own[] = {SIGABRT, SIGBUS, SIGFPE,  SIGILL, SIGPIPE,
                            SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ};
  sigset_t set;
  sigfillset(&set);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(&set, own[i]);
  return set;
}

void hki_platform_block_signals(void) {
  sigset_t set = asynchronous_signals();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void hki_platform_restore_signals(const struct hki_signals *signals) {
  pthread_sigmask(SIG_SETMASK, &signals->mask, NULL);
}

struct start {
  void (*run)(void *);
  void *argument;
};

static void *started(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.run(start.argument);
  return NULL;
}

static int create(size_t stack, void *(*run)(void *), void *argument,
                  pthread_t *thread) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error)
    return -error;
  if (stack)
    pthread_attr_setstacksize(&attributes, stack);
  error = pthread_create(thread, &attributes, run, argument);
  pthread_attr_destroy(&attributes);
  return -error;
}

int hki_platform_start(void (*run)(void *), void *argument,
                       struct hki_signals *before) {
  struct start *start = malloc(sizeof *start);
  if (!start)
    return -ENOMEM;
  *start = (struct start){run, argument};
  pthread_t thread;
  sigset_t set = asynchronous_signals();
  pthread_sigmask(SIG_BLOCK, &set, &before->mask);
  size_t stack = hki_platform_wanted_stack();
  size_t least = hki_platform_least_stack();
  int error = create(stack, started, start, &thread);
  while (error && (stack /= 2) >= least) /* no such stack to be had */
    error = create(stack, started, start, &thread);
  pthread_sigmask(SIG_SETMASK, &before->mask, NULL);
  if (error)
    free(start);
  else
    pthread_detach(thread);
  return error;
}

static void *wait_to_end(void *argument) {
  hki_platform_block_signals();
  sem_t *end = argument;
  while (sem_wait(end) != 0 && errno == EINTR)
    ;
  return NULL;
}

bool hki_platform_has_room(unsigned count) {
  pthread_t *threads = malloc(count * sizeof *threads);
  sem_t end;
  if (!threads || sem_init(&end, 0, 0) != 0) {
    free(threads);
    return false;
  }
  size_t stack = hki_platform_wanted_stack();
  sigset_t set = asynchronous_signals(), before;
  pthread_sigmask(SIG_BLOCK, &set, &before);
  unsigned made = 0;
  while (made < count && create(stack, wait_to_end, &end, &threads[made]) == 0)
    made++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  for (unsigned i = 0; i < made; i++)
    sem_post(&end);
  for (unsigned i = 0; i < made; i++)
    pthread_join(threads[i], NULL);
  sem_destroy(&end);
  free(threads);
  return made == count;
}

hki_thread hki_platform_self(void) { return pthread_self(); }

bool hki_platform_same(hki_thread a, hki_thread b) {
  return pthread_equal(a, b) != 0;
}

bool hki_platform_on_fork(void (*child)(void)) {
  return pthread_atfork(NULL, NULL, child) == 0;
}

long hki_platform_process(void) { return (long)getpid(); }

void hki_platform_abort(void) {
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, SIGABRT);
  pthread_sigmask(SIG_UNBLOCK, &own, NULL);
  kill(getpid(), SIGABRT);
  signal(SIGABRT, SIG_DFL); /* there was a handler, and it has returned */
  kill(getpid(), SIGABRT);
  _exit(127);
}

void hki_platform_write(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return;
    text += written;
    length -= (size_t)written;
  }
}
