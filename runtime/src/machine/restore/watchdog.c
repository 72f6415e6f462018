/* SPDX-License-Identifier: Apache-2.0
 *
 * The program may have threads when the watchdog is made, so between fork and
 * the end of the watchdog nothing is called that may not be called in a signal
 * handler: no allocation, no stdio.
 *
 * It is made by the bare clone(2), with all arguments 0: like fork, but with no
 * signal to the parent at its end, for which reason wait(2) without __WALL
 * passes over it; and the handlers of pthread_atfork, which are for children
 * that go on with the program, are not run.
 */
#define _GNU_SOURCE
#include "machine/restore/watchdog.h"

#include "machine/format/folder.h"
#include "machine/restore/memory.h"
#include "machine/restore/report.h"
#include "machine/restore/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open /* Linux 5.3, the same number everywhere */
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range /* Linux 5.9 */
#define SYS_close_range 436
#endif

enum { LEAST_FILE = 3, POLL_PAUSE = 20 /* ms, without pidfd_open */ };

/* All that the watchdog needs, on its stack: the rest of the program's memory
 * is given back. */
struct duty {
  char path[HKI_PATH_ROOM], root[HKI_PATH_ROOM];
  struct hki_file_calls calls;
  struct hki_files files;
  struct hki_owner owner;
  int program; /* pidfd, or -errno where there is no such thing */
  int *isReady;
};

/* All files but `kept`. */
static void close_files(int kept) {
  unsigned above = kept < 0 ? LEAST_FILE : (unsigned)kept + 1;
  int null = open("/dev/null", O_RDWR);
  for (int i = 0; null >= 0 && i < LEAST_FILE; i++)
    dup2(null, i);
  for (int file = LEAST_FILE; file < kept; file++)
    close(file);
  if (syscall(SYS_close_range, above, ~0u, 0) == 0)
    return;
  struct rlimit limit;
  unsigned most = 1u << 20;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max < most)
    most = (unsigned)limit.rlim_max;
  for (unsigned file = above; file < most; file++)
    close((int)file);
}

static void leave_program(struct duty *duty) {
  struct sched_param none = {0};
  setsid();
  if (chdir("/") != 0) /* cannot be */
    _exit(1);
  /* Not by the C library, which ThreadSanitizer stands in for, with a lock that
   * a thread of the program may have held when it was forked. */
  syscall(SYS_prctl, PR_SET_NAME, "hocket-watch", 0, 0, 0);
  sched_setscheduler(0, SCHED_OTHER, &none);
  close_files(duty->program);
  hki_memory_give_back();
}

/* By a pidfd, which knows of no reused numbers; before Linux 5.3 by looking
 * from time to time. */
static void await_end(const struct duty *duty) {
  struct pollfd ended = {.fd = duty->program, .events = POLLIN};
  while (duty->program >= 0)
    if (poll(&ended, 1, -1) > 0)
      return;
  while (hki_owner_state(&duty->owner) != HKI_OWNER_DEAD)
    hki_system_calls.pause(POLL_PAUSE);
}

/* The watchdog's whole life. */
static _Noreturn void watch(struct duty *duty) {
  leave_program(duty);
  __atomic_store_n(duty->isReady, 1, __ATOMIC_RELEASE);
  await_end(duty);
  struct hki_report report;
  struct hki_undo undo = {.files = &duty->files,
                          .heard = hki_report_hear,
                          .is_over = hki_report_end,
                          .context = &report};
  char unfinished[HKI_PATH_ROOM];
  if (hki_folder_unfinished(duty->path, unfinished))
    unlink(unfinished);
  hki_report_begin(&report, duty->path, &duty->owner, "its watchdog");
  int error = hki_restore_file(&undo, duty->path);
  _exit(error && error != -ENOENT);
}

/* Until the child has left the program, so that nothing is changed that it
 * could not put back, and who waits for the end of our output gets it. */
static int await_ready(pid_t child, const struct duty *duty) {
  while (!__atomic_load_n(duty->isReady, __ATOMIC_ACQUIRE)) {
    if (waitpid(child, NULL, WNOHANG | __WALL) != 0)
      return -ECHILD;
    hki_system_calls.pause(1);
  }
  return 0;
}

/* A sanitizer has locks of its own, which another thread of the program may
 * hold at this moment. For forks that are made without the C library it has
 * these, around them: it takes its locks, and in the child looks at nothing
 * more. */
extern void __sanitizer_syscall_pre_impl_fork(void) __attribute__((weak));
extern void __sanitizer_syscall_post_impl_fork(long result)
    __attribute__((weak));

/* An emulator of processors (qemu-user) knows forks with SIGCHLD alone. */
static pid_t fork_silently(void) {
  if (__sanitizer_syscall_pre_impl_fork)
    __sanitizer_syscall_pre_impl_fork();
  long child = syscall(SYS_clone, 0, 0, 0, 0, 0);
  if (child < 0 && errno == EINVAL)
    child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  int error = errno;
  if (__sanitizer_syscall_post_impl_fork)
    __sanitizer_syscall_post_impl_fork(child);
  errno = error;
  return (pid_t)child;
}

static pid_t start(struct duty *duty) {
  sigset_t all, before;
  sigfillset(&all);
  /* The child keeps them blocked. */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork_silently();
  if (child == 0)
    watch(duty);
  int error = child < 0 ? -errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!error)
    error = await_ready(child, duty);
  return error ? error : child;
}

/* A pidfd of this process, out of the way of the standard files. */
static int own_pidfd(void) {
  int file = (int)syscall(SYS_pidfd_open, getpid(), 0);
  if (file < 0)
    return -errno;
  int higher = fcntl(file, F_DUPFD_CLOEXEC, LEAST_FILE + 1);
  int error = errno;
  close(file);
  return higher < 0 ? -error : higher;
}

pid_t hki_watchdog_start(const struct hki_files *files, const char *path,
                         const struct hki_owner *owner) {
  struct duty duty = {.calls = *files->calls, .owner = *owner};
  struct hki_line line = hki_line_in(duty.path, sizeof duty.path);
  hki_line_add(&line, path);
  line = hki_line_in(duty.root, sizeof duty.root);
  hki_line_add(&line, files->root);
  duty.files = (struct hki_files){duty.root, &duty.calls};
  duty.isReady = mmap(NULL, sizeof *duty.isReady, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (duty.isReady == MAP_FAILED)
    return -ENOMEM;
  duty.program = own_pidfd();
  pid_t child = start(&duty);
  if (duty.program >= 0)
    close(duty.program);
  munmap(duty.isReady, sizeof *duty.isReady);
  return child;
}

void hki_watchdog_stop(pid_t watchdog) {
  /* Not where this process has given up the right to: it then ends with us. */
  if (kill(watchdog, SIGKILL) != 0)
    return;
  while (waitpid(watchdog, NULL, __WALL) < 0 && errno == EINTR)
    ;
}
