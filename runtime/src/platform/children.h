/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of platform.h for processes that run some of the program's work
 * beside it (speculate/): making and ending them, and what memory there is.
 * Ports that cannot do this say that nothing is possible.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Like fork(), and unseen by the program: no handler is called, wait() does not
 * find the child, no signal comes when it ends. The C library does not know
 * either: the child must not use its threads, signals and locks, and ends by
 * hki_platform_leave. 0 in the child, its number in the parent, negative: not
 * possible. */
long hki_platform_split(void);

/* In the child: it ends when `parent` does; by whatever it does, silently and
 * without a core file; and runs on these processors, if there are any. */
void hki_platform_be_child(long parent, const unsigned *processors,
                           unsigned count);

/* In the child: from now on it can do nothing but compute, take and give back
 * memory, wait, and end; what it prints goes nowhere. Any other request to the
 * system ends it if `is_strict`, else it is refused. False: not possible. */
bool hki_platform_confine(bool is_strict);

/* Ends the calling process at once, and nothing but it. */
void hki_platform_leave(void) __attribute__((noreturn));

/* Whether the child has ended; then its number is nobody's any more. */
bool hki_platform_has_ended(long child);

/* Ends it. */
void hki_platform_end(long child);

/* The same, and does not wait until it has ended. */
void hki_platform_tell_end(long child);

/* Address space, all 0, that takes memory only where it is touched: the
 * process's own, or one with the children's. NULL: there is none. */
void *hki_platform_reserve(size_t bytes, bool is_shared);
void hki_platform_release(void *memory, size_t bytes);

/* The same, the process's own, that nobody can touch before it is opened; a
 * child opens it for itself. open: false if that is not possible. */
void *hki_platform_set_aside(size_t bytes);
bool hki_platform_open(void *memory, size_t bytes);

/* The calling process can only read it from now on. */
bool hki_platform_close(void *memory, size_t bytes);

/* Takes memory for a part of it, which will be touched: all at once, where the
 * system can. Whole pages around the bytes. */
void hki_platform_fill(void *memory, size_t bytes);

/* Gives back the memory of a part of what is shared, which is all 0 then. */
void hki_platform_discard(void *memory, size_t bytes);

/* The same of what is the process's own. False: not
 * all of it. */
bool hki_platform_forget(void *memory, size_t bytes);

/* As hki_platform_sleep_shared, for `ns` at most. */
void hki_platform_sleep_shared_for(const unsigned *word, unsigned expected,
                                   unsigned long ns);

/* The lowest address that the calling thread's stack can grow to, or a higher
 * one, and the stack pointer is above it; 0: unknown. */
unsigned long hki_platform_stack_end(void);

/* Memory that the process has, from `begin` up to `end`. */
struct hki_area {
  unsigned long begin, end;
  bool is_readable, is_writable;
  bool is_shared; /* with other processes: a store shows there */
};

/* All of it, in order, neighbours that are alike as one. How many; -1 where
 * they are unknown or more than `room`. */
int hki_platform_areas(struct hki_area *areas, unsigned room);

/* Pages that the calling thread had to be given. */
unsigned long hki_platform_faults(void);
