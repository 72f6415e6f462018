/* SPDX-License-Identifier: Apache-2.0
 *
 * A filter of system calls (seccomp, Linux 3.5) for children that run what the
 * program may never do.
 */
#define _GNU_SOURCE
#include "platform/children.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { HERE = AUDIT_ARCH_X86_64 };
#define IS_KNOWN 1
#elif defined(__aarch64__)
enum { HERE = AUDIT_ARCH_AARCH64 };
#define IS_KNOWN 1
#elif defined(__arm__)
enum { HERE = AUDIT_ARCH_ARM };
#define IS_KNOWN 1
#elif defined(__riscv) && __riscv_xlen == 64
enum { HERE = AUDIT_ARCH_RISCV64 };
#define IS_KNOWN 1
#endif

#ifdef IS_KNOWN

#define LOAD(member)                                                           \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ALLOW(number)                                                          \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),                         \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* Of a file that is 1 or 2. */
#define ALLOW_OUTPUT(number)                                                   \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), LOAD(args[0]),          \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 1, 0),                            \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 2, 0, 1),                            \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), LOAD(nr)

/* Time and memory; what else it asks for is refused, or ends it. */
static bool filter(bool is_strict) {
  struct sock_filter rules[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)HERE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      LOAD(nr),
      ALLOW(SYS_futex),
      ALLOW(SYS_brk),
#ifdef SYS_mmap
      ALLOW(SYS_mmap),
#endif
#ifdef SYS_mmap2
      ALLOW(SYS_mmap2),
#endif
      ALLOW(SYS_munmap),
      ALLOW(SYS_mremap),
      ALLOW(SYS_mprotect),
      ALLOW(SYS_madvise),
      ALLOW(SYS_exit),
      ALLOW(SYS_exit_group),
      ALLOW(SYS_sched_yield),
      ALLOW(SYS_clock_gettime),
      ALLOW(SYS_clock_nanosleep),
#ifdef SYS_clock_gettime64
      ALLOW(SYS_clock_gettime64),
      ALLOW(SYS_clock_nanosleep_time64),
      ALLOW(SYS_futex_time64),
#endif
      ALLOW(SYS_nanosleep),
      ALLOW(SYS_rt_sigreturn),
      ALLOW_OUTPUT(SYS_write),
      ALLOW_OUTPUT(SYS_writev),
      BPF_STMT(BPF_RET | BPF_K,
               is_strict ? SECCOMP_RET_TRAP : SECCOMP_RET_ERRNO | ENOSYS),
  };
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* What is printed goes nowhere. */
static bool silence(void) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return nowhere >= 0 && dup2(nowhere, 1) == 1 && dup2(nowhere, 2) == 2;
}

bool hki_platform_confine(bool is_strict) {
  return silence() && filter(is_strict);
}

#else

bool hki_platform_confine(bool is_strict) {
  (void)is_strict;
  return false;
}

#endif
