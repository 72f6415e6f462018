/* SPDX-License-Identifier: Apache-2.0
 *
 * Coroutines by the C library's contexts: makecontext(3) gives a function
 * another stack; from then on jumps are those of setjmp(3), which need no
 * system call (swapcontext(3) makes two). Engelschall, "Portable
 * multithreading: the signal stack trick for user-space thread creation", 2000.
 *
 * Not to be had where the C library has no contexts (musl); with a shadow
 * stack or SafeStack's second one, of which a jump to another stack knows
 * nothing; and under AddressSanitizer, HWAddressSanitizer and ThreadSanitizer,
 * which see more where cores are threads.
 */
#define _DEFAULT_SOURCE
/* Its longjmp takes a jump to another stack for an accident. */
#undef _FORTIFY_SOURCE

#include "arch.h"
#include "platform/platform.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __GLIBC__

extern void __asan_init(void) __attribute__((weak));
extern void __hwasan_init(void) __attribute__((weak));
extern void __safestack_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));

bool hki_platform_has_coroutines(void) {
  return !&__asan_init && !&__hwasan_init && !&__safestack_init &&
         !&__tsan_init && hki_can_change_stacks();
}

/* What a new coroutine is told; gone once it has jumped back. */
struct birth {
  struct hki_coroutine *coroutine;
  void (*run)(void *);
  void *argument;
  ucontext_t maker, own;
};

/* makecontext passes int alone. */
static void begin(unsigned high, unsigned low) {
  struct birth *birth = (struct birth *)(uintptr_t)((uint64_t)high << 32 | low);
  void (*run)(void *) = birth->run;
  void *argument = birth->argument;
  if (_setjmp(birth->coroutine->here) == 0)
    setcontext(&birth->maker);
  run(argument);
  abort();
}

/* The lowest page stays without access. */
static void *new_stack(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *memory = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  if (mprotect(memory, page, PROT_NONE) == 0)
    return memory + page;
  munmap(memory, bytes + page);
  return NULL;
}

bool hki_platform_make_coroutine(struct hki_coroutine *coroutine,
                                 void (*run)(void *), void *argument) {
  struct birth birth = {
      .coroutine = coroutine, .run = run, .argument = argument};
  if (getcontext(&birth.own) != 0)
    return false;
  size_t bytes = hki_platform_wanted_stack();
  size_t least = hki_platform_least_stack();
  void *stack = new_stack(bytes);
  while (!stack && (bytes /= 2) >= least)
    stack = new_stack(bytes);
  if (!stack)
    return false;
  birth.own.uc_stack.ss_sp = stack;
  birth.own.uc_stack.ss_size = bytes;
  birth.own.uc_link = NULL;
  uint64_t self = (uintptr_t)&birth;
  makecontext(&birth.own, (void (*)(void))begin, 2, (unsigned)(self >> 32),
              (unsigned)self);
  return swapcontext(&birth.maker, &birth.own) == 0;
}

void hki_platform_jump(struct hki_coroutine *from, struct hki_coroutine *to) {
  if (_setjmp(from->here) == 0)
    _longjmp(to->here, 1);
}

#else

#include "platform/no_coroutines.h"

#endif
