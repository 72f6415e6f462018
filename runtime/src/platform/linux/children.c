/* SPDX-License-Identifier: Apache-2.0
 *
 * Children by the bare clone(2), without a signal at the end: what would become
 * of a program whose own wait() found them, or whose handler for SIGCHLD was
 * called? glibc and musl know nothing of them, which is all right for processes
 * that compute, and leave without the C library.
 */
#define _GNU_SOURCE
#include "platform/children.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

long hki_platform_split(void) { return syscall(SYS_clone, 0, 0, 0, 0, 0); }

void hki_platform_leave(void) {
  for (;;)
    syscall(SYS_exit_group, 0);
}

static void leave(int signal) {
  (void)signal;
  hki_platform_leave();
}

/* Of the program's handlers none is called. A child that has gone wrong ends by
 * itself, else the kernel would log it. */
static void reset_signals(void) {
  static const int fatal[] = {SIGABRT, SIGBUS,  SIGFPE, SIGILL,
                              SIGSEGV, SIGTRAP, SIGSYS};
  struct sigaction action;
  for (int number = 1; number < NSIG; number++)
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN &&
        action.sa_handler != SIG_DFL) {
      action = (struct sigaction){.sa_handler = SIG_DFL};
      sigaction(number, &action, NULL);
    }
  action = (struct sigaction){.sa_handler = leave};
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
    sigaction(fatal[i], &action, NULL);
}

/* Not pthread_setaffinity_np: it would pin the parent, whose thread the C
 * library takes this one for. */
static void allow(const unsigned *processors, unsigned count) {
  unsigned most = 0;
  for (unsigned i = 0; i < count; i++)
    most = processors[i] > most ? processors[i] : most;
  cpu_set_t set;
  if (!processors || most >= CPU_SETSIZE)
    return;
  CPU_ZERO(&set);
  for (unsigned i = 0; i < count; i++)
    CPU_SET(processors[i], &set);
  sched_setaffinity(0, sizeof set, &set);
}

void hki_platform_be_child(long parent, const unsigned *processors,
                           unsigned count) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (syscall(SYS_getppid) != parent)
    hki_platform_leave();
  prctl(PR_SET_DUMPABLE, 0);
  reset_signals();
  allow(processors, count);
}

bool hki_platform_has_ended(long child) {
  int status;
  pid_t found = waitpid((pid_t)child, &status, WNOHANG | __WALL);
  return found == child || (found < 0 && errno == ECHILD);
}

void hki_platform_end(long child) {
  int status;
  kill((pid_t)child, SIGKILL);
  while (waitpid((pid_t)child, &status, __WALL) < 0 && errno == EINTR)
    ;
}

void hki_platform_tell_end(long child) { kill((pid_t)child, SIGKILL); }

/* Huge pages would be cleared as a whole where a few bytes are touched. */
void *hki_platform_reserve(size_t bytes, bool is_shared) {
  int kind = is_shared ? MAP_SHARED : MAP_PRIVATE;
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  return memory;
}

void *hki_platform_set_aside(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  return memory;
}

bool hki_platform_open(void *memory, size_t bytes) {
  return mprotect(memory, bytes, PROT_READ | PROT_WRITE) == 0;
}

bool hki_platform_close(void *memory, size_t bytes) {
  return mprotect(memory, bytes, PROT_READ) == 0;
}

void hki_platform_release(void *memory, size_t bytes) { munmap(memory, bytes); }

/* MADV_POPULATE_WRITE is Linux 5.14's; before, each page takes its fault. */
void hki_platform_fill(void *memory, size_t bytes) {
  const int populate_write = 23;
  const unsigned long page = 4096;
  unsigned long begin = (unsigned long)memory / page * page;
  unsigned long end = (unsigned long)memory + bytes;
  int kept = errno;
  madvise((void *)begin, (end - begin + page - 1) / page * page,
          populate_write);
  errno = kept;
}

void hki_platform_discard(void *memory, size_t bytes) {
  madvise(memory, bytes, MADV_REMOVE);
}

/* The kernel refuses it, as soon as it comes to one, for pages that are locked;
 * those before are forgotten then. */
bool hki_platform_forget(void *memory, size_t bytes) {
  return madvise(memory, bytes, MADV_DONTNEED) == 0;
}

/* The first thread's stack grows where the kernel keeps room for it; C
 * libraries disagree on what there is of it. */
static const unsigned long first_stack = 64ul << 20;

unsigned long hki_platform_stack_end(void) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  int problem = pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  unsigned long low = (unsigned long)lowest, top = low + bytes;
  unsigned long here = (unsigned long)__builtin_frame_address(0);
  if (problem != 0 || here < low || here >= top)
    return 0;
  if (syscall(SYS_gettid) != syscall(SYS_getpid))
    return low;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0)
    return 0;
  unsigned long room = limit.rlim_cur < first_stack
                           ? (unsigned long)limit.rlim_cur
                           : first_stack;
  return top - room < here ? top - room : 0;
}

unsigned long hki_platform_faults(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? (unsigned long)usage.ru_minflt
                                               : 0;
}
