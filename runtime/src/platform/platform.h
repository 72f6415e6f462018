/* SPDX-License-Identifier: Apache-2.0
 *
 * All that libhocket asks of an operating system. A port implements these
 * functions in platform/NAME/ (and may take files of another one), and has a
 * types.h with hki_thread, struct hki_signals and struct hki_coroutine. Nothing
 * else in src/ depends on the system; what depends on the processor is in
 * arch/NAME/arch.h. children.h has the part for processes beside the program.
 */
#pragma once

#include "types.h" /* platform/NAME/types.h */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Sleeps until hki_platform_wake is called for `word`; returns at once if it
 * does not hold `expected`. The test and going to sleep are one step for
 * wakers. May return for no reason. */
void hki_platform_sleep(const unsigned *word, unsigned expected);

/* Wakes all threads that sleep on `word`. */
void hki_platform_wake(const unsigned *word);

/* Sleeps until hki_platform_wake is called for one of `count` words; returns at
 * once if one of them does not hold what is expected. May return for no reason,
 * and does so after a moment where the system knows no such sleep. Of more than
 * HKI_MOST_WORDS there are HKI_MOST_WORDS in the arrays. */
enum { HKI_MOST_WORDS = 128 };
void hki_platform_sleep_any(const unsigned *const *words,
                            const unsigned *expected, unsigned count);

/* The same as the first two for a word that several processes have mapped. */
void hki_platform_sleep_shared(const unsigned *word, unsigned expected);
void hki_platform_wake_shared(const unsigned *word);

/* Nanoseconds from some point on, monotonic. */
unsigned long long hki_platform_clock(void);

/* Sleeps until that clock says so, whatever signals arrive. */
void hki_platform_sleep_until(unsigned long long clock);

/* Nanoseconds that the calling thread has had a processor; or that have passed,
 * where that is not known. */
unsigned long long hki_platform_thread_time(void);

/* How often the calling thread (or, where only that is known, its process) has
 * lost a processor that it still wanted. */
unsigned long hki_platform_interrupted(void);

/* Lets another thread have the processor, if one wants it. */
void hki_platform_yield(void);

/* Gives the calling thread time slices so short that it is let in at once when
 * it is woken; its share of the processor stays. `*before` is for
 * hki_platform_restore_slice. False: not to be had, nothing changed. */
bool hki_platform_shorten_slice(unsigned long long *before);
void hki_platform_restore_slice(unsigned long long before);

/* kHz that the clock of the calling thread's processor is set to; 0: not known,
 * or it follows the load. */
unsigned hki_platform_set_khz(void);

/* Starts a detached thread. It has a stack of hki_platform_wanted_stack()
 * bytes, or a half, a quarter ... of that, hki_platform_least_stack() at least,
 * and asynchronous signals blocked; the caller's mask before that is left in
 * `*before`. 0 or a negative errno. */
int hki_platform_start(void (*run)(void *), void *argument,
                       struct hki_signals *before);

/* Whether `count` more threads can exist at the same time, found by trying. */
bool hki_platform_has_room(unsigned count);

/* Bytes that a worker's stack should have: bodies of tasks may hold what the
 * main thread's stack had room for. */
size_t hki_platform_wanted_stack(void);

/* With less than that a worker is not to be. */
size_t hki_platform_least_stack(void);

/* Bytes of the calling thread's stack; 0 if that cannot be known. */
size_t hki_platform_own_stack(void);

/* Coroutines: stacks that a thread jumps between. Whether the process can have
 * them (some tools and security features cannot do with them). */
bool hki_platform_has_coroutines(void);

/* Makes a coroutine, with a stack as hki_platform_start does, on which
 * run(argument) begins with the first jump to it; that never returns.
 * Coroutines stay. False: there is no memory. */
bool hki_platform_make_coroutine(struct hki_coroutine *coroutine,
                                 void (*run)(void *), void *argument);

/* From the calling thread's coroutine `from`, which is its own stack or was
 * made, to `to`; returns when somebody jumps back. Signal masks and
 * floating-point modes are the thread's and stay. */
void hki_platform_jump(struct hki_coroutine *from, struct hki_coroutine *to);

/* All bytes from the address `first` on can be read without a fault, for as
 * long as the program does not unmap or protect them. False where that is not
 * known. Keeps errno. */
bool hki_platform_is_readable(unsigned long first, size_t bytes);

/* Blocks in the calling thread all signals that can arrive from outside, so
 * that the program's own threads take them. Those that a thread brings upon
 * itself (SIGSEGV, SIGFPE, SIGPIPE, ...) stay as they are. */
void hki_platform_block_signals(void);
void hki_platform_restore_signals(const struct hki_signals *signals);

hki_thread hki_platform_self(void);
bool hki_platform_same(hki_thread a, hki_thread b);

/* The processors that the calling thread may run on, in order; at least one.
 * Returns how many; `*list` is to be freed, and NULL if they have no names to
 * pin to. */
unsigned hki_platform_processors(unsigned **list);

/* The number that the system's own traces know the calling thread by; 0 if it
 * has none. */
long hki_platform_thread_number(void);

/* The program's name, or "" if that cannot be known. */
void hki_platform_program(char *name, size_t room);

/* The processor that the calling thread runs on, -1 if unknown. Cheap. */
int hki_platform_current(void);

/* What the processors can do: AT_HWCAP (0) and AT_HWCAP2 (1) as Linux has them;
 * 0 where there are none. */
unsigned long hki_platform_hwcap(unsigned number);

/* Allows `thread` to run on the processors of `list`. Failure is not an error:
 * the thread then runs where the system puts it. Returns whether it worked. */
bool hki_platform_pin(hki_thread thread, const unsigned *list, unsigned count);

/* Moves the calling thread to a processor of its affinity mask, which then is
 * what it was: nothing keeps the thread there. False: it cannot be, or is not
 * allowed, and nothing has changed. Keeps errno. */
bool hki_platform_move(unsigned processor);

/* Has `child` called in each forked child. False if that cannot be. */
bool hki_platform_on_fork(void (*child)(void));

/* In a forked child: makes the platform's own state usable again. */
void hki_platform_after_fork(void);

/* An id of this process, for "am I a fork of it?". */
long hki_platform_process(void);

/* Ends the process like abort(), also one that the C library does not know of:
 * a child that it has not made, for which some send the signal to the parent.
 */
void hki_platform_abort(void) __attribute__((noreturn));

/* Writes `text` to standard error. */
void hki_platform_write(const char *text, size_t length);

/* `path` as it is to be found from anywhere, to be freed; NULL without memory.
 */
char *hki_platform_absolute(const char *path);

/* There is a file there that can be read to its end, no pipe or terminal. */
bool hki_platform_is_file(const char *path);

/* Puts a file with this text in the place of `path`, in one step where that can
 * be: who reads it finds the old or the new text. 0 or an errno. */
int hki_platform_replace(const char *path, const char *text, size_t length);

/* Likewise with what `write` puts into the file; it returns whether it could.
 */
int hki_platform_replace_by(const char *path,
                            bool (*write)(FILE *file, const void *context),
                            const void *context);

/* Whether hki_platform_replace makes a file there, and does not write to
 * something else that is there: a pipe, a terminal. */
bool hki_platform_is_replaceable(const char *path);

/* A file with memory that is mapped to it and shared, so that it holds what is
 * stored there whatever becomes of the process. */
struct hki_mapped {
  unsigned long long device, number;
};

/* Makes a file of `size` bytes where there is none, and maps it. The size is a
 * multiple of any page's, the blocks are allocated, and no file stays open. 0
 * or an errno, and nothing is left of it. */
int hki_platform_map_new(const char *path, size_t size, struct hki_mapped *file,
                         void **memory);

/* `size` bytes more, from `offset` on, if the file is still there. */
int hki_platform_map_more(const char *path, const struct hki_mapped *file,
                          unsigned long long offset, size_t size,
                          void **memory);

/* In a forked child: memory of its own, all 0, in the place of such memory. */
void hki_platform_map_apart(void *memory, size_t size);

/* Removes the file at `path` if it is this one. */
void hki_platform_remove_mapped(const char *path,
                                const struct hki_mapped *file);
