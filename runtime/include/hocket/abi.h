/* SPDX-License-Identifier: Apache-2.0
 *
 * What emitted C calls. This text is also pasted into preprocessed units, so it
 * uses no macro; lines that begin with '#' are left out there, and what is
 * included at the end follows: abi_divide.h, abi_net.h, abi_overlap.h, and
 * abi_order.h or in its place abi_check.h.
 *
 * A region is a part of a program that several cores run together: one per-core
 * program each, over one frame. Flags order the tasks: each has one signaller,
 * which stores a number that only grows; waiters wait until it has reached
 * theirs. No flag is ever reset: a region's numbers go on from one entry to the
 * next (its `epoch`). The linker's names are reserved ones, so that a program
 * may call its own functions what it likes. Numbers wrap at 2^32 and are
 * compared by difference.
 */
#pragma once

/* One cache line; `sleepers` counts waiters that sleep in the kernel. */
struct hk_flag {
  unsigned value;
  unsigned sleepers;
  unsigned pad[14];
} __attribute__((aligned(64)));

struct hk_trace;

/* One core of a running region, owned by the thread that runs it. */
struct hk_core {
  unsigned id;            /* 0 is the thread that entered */
  unsigned count;         /* per-core programs in this region */
  unsigned epoch;         /* in: the number all level counters start from;
                             out, core 0 only: the greatest number used */
  struct hk_trace *trace; /* the runtime's; null: nothing is recorded */
};

typedef void hk_core_program(struct hk_core *core, void *frame);

/* Memory orders of the __atomic functions, whose names are macros. */
enum { hk_relaxed = 0, hk_acquire = 2, hk_seq_cst = 5 };

/* What another thread may store to meanwhile, relaxed. Compilers take
 * __atomic_load_n for something that may change all memory (gcc 12), so what
 * the user's function around it keeps in registers would be loaded again; a
 * volatile access is one of a place. */
static __inline__ __attribute__((always_inline, unused)) unsigned
hk_seen_word(const unsigned *place) {
  return *(const volatile unsigned *)place;
}

static __inline__ __attribute__((always_inline, unused)) void
hk_show_word(unsigned *place, unsigned value) {
  *(volatile unsigned *)place = value;
}

/* Whole also where registers have but half of it. */
static __inline__ __attribute__((always_inline, unused)) unsigned long long
hk_seen_long(const unsigned long long *place) {
  return sizeof(void *) >= sizeof *place
             ? *(const volatile unsigned long long *)place
             : __atomic_load_n(place, hk_relaxed);
}

static __inline__ __attribute__((always_inline, unused)) void
hk_show_long(unsigned long long *place, unsigned long long value) {
  if (sizeof(void *) >= sizeof *place)
    *(volatile unsigned long long *)place = value;
  else
    __atomic_store_n(place, value, hk_relaxed);
}

/* What traces call the tasks of a region, and which of them signals a flag. */
struct hk_names {
  const char *const *tasks; /* "loop file.c:40 [1/2]" */
  unsigned count;
  unsigned flag_count;
  const struct hk_flag *flags;
  const unsigned *signallers; /* of each flag: a position in `tasks` */
};

/* Static, one for each region of the program; only `epoch` changes. */
struct hk_region {
  const char *name; /* "file.c:40 function", for messages */
  unsigned count;   /* per-core programs */
  hk_core_program *const *programs;
  unsigned epoch;               /* 0 at first */
  const struct hk_names *names; /* for traces; null: tasks have no names */
  int may_take_turns; /* the programs wait for each other by flags and barriers
                         of hocket.h alone, so that several can share a thread;
                         0: each needs one */
};

/* Runs the region's programs at the same time and returns 1 when all are done.
 * Returns 0, having done nothing, where that is not possible: the team is busy
 * (a second thread of the program, or a call from within a region), one
 * processor only (HOCKET_CORES=1), no threads to be had. The caller then runs
 * the sequential version. Everything before the call is seen by all programs,
 * everything they did by the caller afterwards. */
int hk_run(struct hk_region *region, void *frame) __asm__("__hocket_run");

/* Nanoseconds from a signal on one core to the end of the wait on another, as
 * measured when the first region was entered; 0 before. */
extern unsigned hk_handover __asm__("__hocket_handover");

/* A region pays from `least` ns of work on where a hand-over takes `planned`
 * ns; here it may take longer. But not for ever: a measurement can go wrong.
 * Out of line, as is all that is atomic and would stand in the user's
 * functions: compilers take it for a write of every variable in memory. */
int hk_pays_here(double work, double least,
                 unsigned planned) __asm__("__hocket_pays_here");

static __inline__ __attribute__((always_inline, unused)) int
hk_pays(double work, double least, unsigned planned) {
  return work >= least && hk_pays_here(work, least, planned);
}

/* Where errno of the calling thread is. */
int *hk_errno(void) __asm__("__hocket_errno");

/* First iteration of chunk `chunk` of `chunks` of a loop of `trips` iterations:
 * a multiple of `grain`. The chunk ends where the next begins, the last one
 * with the loop; the last one has iterations if the loop has, for it leaves the
 * last values. A rest of less than a grain counts as a block as the others do:
 * so no chunk has more iterations than whole blocks in even shares would be,
 * and none less than a share of the whole blocks. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_chunk(long long trips, unsigned chunk, unsigned chunks, long long grain) {
  long long blocks = (trips - 1) / grain + 1; /* 1 of no iterations, too */
  if (chunk == chunks)
    return trips;
  return (blocks / chunks * chunk + blocks % chunks * chunk / chunks) * grain;
}

/* Iterations of `for (i = from; i < to; i += step)`, step > 0. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_trips(long long from, long long to, long long step) {
  return from < to ? (to - from + step - 1) / step : 0;
}

/* The same with step = factor * by; 0 where that is not positive. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_trips_by(long long from, long long to, long long factor, long long by) {
  long long step;
  return __builtin_mul_overflow(factor, by, &step) || step <= 0 || from >= to
             ? 0
             : (to - from - 1) / step + 1;
}

/* Blocks of a loop's iterations that cores take in turn: the instance of the
 * loop's level above, the first iteration that nobody has taken below. */
struct hk_turn {
  unsigned long long at; /* 0 at first */
} __attribute__((aligned(64)));

/* Iterations of a block: many blocks for each core, so that all cores end at
 * about the same time, but not so many that taking them counts. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_block(long long trips, unsigned cores) {
  return trips / (cores * 16LL) + 1;
}

/* So many blocks at first are of one iteration: where work is uneven, some
 * iterations may be worth as much as all others, and often the first ones. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_singles(long long trips) {
  return trips / 16 < 64 ? trips / 16 : 64;
}

/* First iteration of a block by its number; past the last for none. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_block_begin(long long trips, long long size, unsigned block) {
  long long singles = hk_singles(trips);
  return block < singles ? block : singles + (block - singles) * size;
}

/* Behind the last iteration of the block that begins with `first`. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_block_end(long long trips, long long size, long long first) {
  if (first < hk_singles(trips))
    return first + 1;
  return trips - first < size ? trips : first + size;
}

/* Nanoseconds that have passed since some point in time, not 0. */
unsigned long long hk_clock(void) __asm__("__hocket_clock");

/* Iterations of a block of a pipeline that passes blocks in order: a multiple
 * of `grain`; some for each core, that all end at about the same time. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_ordered_block(long long trips, unsigned chunks, long long most,
                 long long grain) {
  long long size = trips / (chunks * 8LL) + 1;
  if (size > most)
    size = most;
  return (size + grain - 1) / grain * grain;
}

/* The least number of an iteration that the chunks of a search have found to
 * end the loop. */
struct hk_search {
  long long first;
} __attribute__((aligned(64)));

/* More than the number of any iteration. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_nowhere(void) {
  return 0x7fffffffffffffffLL;
}

/* Where a search that found iteration `found` of at most `trips` starts the
 * loop itself: the iteration before, whose variables may live on. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_resume(long long trips, long long found) {
  long long end = found < trips ? found : trips;
  return end > 0 ? end - 1 : 0;
}

/* Arithmetic of the tests on entry: hk_none stands for what left the range of
 * believable offsets, or is not known; everything computed from it is hk_none,
 * and every test of it says no. A test has dozens of these: inlined, they took
 * most of the time that compiling a program took; calls with the same arguments
 * are made once. */
enum { hk_far_bits = 60 };

static __inline__ __attribute__((always_inline, unused)) long long
hk_none(void) {
  return -(1LL << hk_far_bits) * 8;
}

static __inline__ __attribute__((always_inline, unused)) long long
hk_near(long long a) {
  return a > 1LL << hk_far_bits || a < -(1LL << hk_far_bits) ? hk_none() : a;
}

/* An unsigned value. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_natural(unsigned long long a) {
  return a > 1ULL << hk_far_bits ? hk_none() : (long long)a;
}

static __attribute__((const, noinline, unused)) long long hk_plus(long long a,
                                                                  long long b) {
  return hk_near(a) == hk_none() || hk_near(b) == hk_none() ? hk_none()
                                                            : hk_near(a + b);
}

static __attribute__((const, noinline, unused)) long long
hk_times(long long a, long long b) {
  long long product;
  return hk_near(a) == hk_none() || hk_near(b) == hk_none() ||
                 __builtin_mul_overflow(a, b, &product)
             ? hk_none()
             : hk_near(product);
}

static __attribute__((const, noinline, unused)) long long
hk_least(long long a, long long b) {
  return a == hk_none() || b == hk_none() ? hk_none() : a < b ? a : b;
}

static __attribute__((const, noinline, unused)) long long hk_most(long long a,
                                                                  long long b) {
  return a == hk_none() || b == hk_none() ? hk_none() : a > b ? a : b;
}

/* a / b; only for b > 0. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_over(long long a, long long b) {
  return hk_near(a) == hk_none() || b <= 0 ? hk_none() : a / b;
}

static __inline__ __attribute__((always_inline, unused)) int
hk_at_most(long long a, long long b) {
  return hk_near(a) != hk_none() && hk_near(b) != hk_none() && a <= b;
}

/* `a` is a multiple of `by` > 0. */
static __inline__ __attribute__((always_inline, unused)) int
hk_divides(long long by, long long a) {
  return by > 0 && hk_near(a) != hk_none() && a % by == 0;
}

/* The last of low, low + step, ... that is not above `high`; `high` if there is
 * none. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_last(long long low, long long high, long long step) {
  return !hk_at_most(low, high) ? high : low + (high - low) / step * step;
}

/* The two lead to different objects, if both are where objects start. */
static __inline__ __attribute__((always_inline, unused)) int
hk_differ(const volatile void *a, const volatile void *b) {
  return a != b;
}

/* The pointer that stands at base + offset, whatever its type. */
static __inline__ __attribute__((always_inline, unused)) const void *
hk_pointer_in(const volatile void *base, long long offset) {
  const void *pointer;
  __builtin_memcpy(&pointer, (const char *)base + offset, sizeof pointer);
  return pointer;
}

/* The bytes [lowA, highA) from `a` and [lowB, highB) from `b` have none in
 * common. */
static __inline__ __attribute__((always_inline, unused)) int
hk_apart(const volatile void *a, long long lowA, long long highA,
         const volatile void *b, long long lowB, long long highB) {
  /* Offsets are far less than half of all addresses, so differences are exact.
   */
  long long toB = (long long)((unsigned long)b + (unsigned long long)lowB -
                              (unsigned long)a - (unsigned long long)lowA);
  if (hk_plus(hk_plus(lowA, highA), hk_plus(lowB, highB)) == hk_none())
    return 0;
  return lowA >= highA || lowB >= highB ||
         (toB >= 0 ? toB >= highA - lowA : -toB >= highB - lowB);
}

/* How many elements to look at: none if [low, high] is empty, -1 if its ends
 * are not known, else `count`. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_where(long long low, long long high, long long count) {
  return hk_plus(low, high) == hk_none() ? -1 : low <= high ? count : 0;
}

/* How many elements there are from `low` to `high`; -1 if that is not known. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_count(long long low, long long high, long long step) {
  return hk_where(low, high, 1) <= 0 ? hk_where(low, high, 1)
                                     : (high - low) / step + 1;
}

/* `count` and some more, if there are any. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_more(long long count, long long more) {
  return count > 0 ? count + more : count;
}

/* Copies of memory that each chunk of a loop writes before it reads it. What
 * is copied are the bytes from lo to hi, relative to the original's address;
 * each copy lies the same way in its cache line as the original does. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_copy_size(long long lo, long long hi) {
  return hi > lo ? (hi - lo + 127) / 64 * 64 : 64;
}

/* Space for `count` copies, or null. */
static __inline__ __attribute__((unused)) void *hk_new_copies(long long size,
                                                              unsigned count) {
  int *place = hk_errno(), error = *place;
  void *copies = __builtin_malloc((unsigned long)size * count + 64);
  *place = error;
  return copies;
}

/* Copies of the bytes from lo to hi for the counters of each chunk; null if
 * there is no memory, if the ends are not known, or if that are more than
 * `most` bytes. \param size of one copy, which is set */
static __inline__ __attribute__((unused)) void *
hk_new_counters(long long lo, long long hi, long long most, unsigned count,
                long long *size) {
  *size = 0;
  if (!hk_at_most(hk_plus(hi, hk_times(-1, lo)), most))
    return 0;
  *size = hk_copy_size(lo, hi);
  return hk_new_copies(*size, count);
}

static __inline__ __attribute__((unused)) void hk_drop_copies(void *copies) {
  __builtin_free(copies);
}

/* What to use as the original's address in chunk `chunk`. */
static __inline__ __attribute__((always_inline, unused)) void *
hk_copy(void *copies, long long size, unsigned chunk, const void *original,
        long long lo) {
  unsigned long first = ((unsigned long)copies + 63) / 64 * 64;
  unsigned long low = (unsigned long)lo, begin = (unsigned long)original + low;
  return (void *)(first + chunk * (unsigned long)size + begin % 64 - low);
}

/* The same for a pointer that may be null: then it stays so. */
static __inline__ __attribute__((always_inline, unused)) void *
hk_pointee_copy(void *copies, long long size, unsigned chunk,
                const void *original, long long lo) {
  return original ? hk_copy(copies, size, chunk, original, lo) : 0;
}

/* A copy of a record, which starts with `size` bytes of the original's, those
 * from `at` on. */
static __inline__ __attribute__((always_inline, unused)) void *
hk_copied_in(void *copy, const void *original, long long at, long long size) {
  if (copy)
    __builtin_memcpy((char *)copy + at, (const char *)original + at,
                     (unsigned long)size);
  return copy;
}

/* The pointer that stands in a record at `at`; null if there is no record. */
static __inline__ __attribute__((always_inline, unused)) void *
hk_link(const void *record, long long at) {
  void *pointer = 0;
  if (record)
    __builtin_memcpy(&pointer, (const char *)record + at, sizeof pointer);
  return pointer;
}

/* A copy of a record, with another pointer there. */
static __inline__ __attribute__((always_inline, unused)) void *
hk_relinked(void *copy, long long at, void *pointer) {
  if (copy)
    __builtin_memcpy((char *)copy + at, &pointer, sizeof pointer);
  return copy;
}

/* Tests of an index array, made once on entry to a region. `count` elements
 * stand `step` bytes apart, the first at base + low. `type` is their size in
 * bytes, negative if they are signed. Nothing is read if there are none; if
 * `count` is negative, the elements may not be looked at and the answer is no.
 */

/* No element is less than the one before it. */
int hk_is_monotonic(const volatile void *base, long long low, long long count,
                    long long step, int type) __asm__("__hocket_is_monotonic")
    __attribute__((pure));

/* No value stands in it twice. May say 0 although that is so, where looking
 * would take much memory. */
int hk_is_injective(const volatile void *base, long long low, long long count,
                    long long step, int type) __asm__("__hocket_is_injective");

/* So many elements may be looked at; no more than `most`. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_few(long long count, double most) {
  return (double)count <= most ? count : -1;
}

/* Its least and its greatest value; 0 and -1 of no elements; hk_none() where
 * that is the answer, or no long long. */
long long hk_index_min(const volatile void *base, long long low,
                       long long count, long long step,
                       int type) __asm__("__hocket_index_min")
    __attribute__((pure));
long long hk_index_max(const volatile void *base, long long low,
                       long long count, long long step,
                       int type) __asm__("__hocket_index_max")
    __attribute__((pure));

/* The bytes from low to high (exclusive) from `base` can be read, whether or
 * not they belong to an object: reading ahead does no harm. 0 where that is not
 * known. */
int hk_is_readable(const volatile void *base, long long low,
                   long long high) __asm__("__hocket_is_readable");

/* The same. The byte at base + known surely can be read, and with it all of its
 * page: no system has smaller ones. */
static __inline__ __attribute__((always_inline, unused)) int
hk_is_readable_near(const volatile void *base, long long low, long long high,
                    long long known) {
  unsigned long page = ((unsigned long)base + (unsigned long)known) / 4096;
  return (((unsigned long)base + (unsigned long)low) / 4096 == page &&
          ((unsigned long)base + (unsigned long)high - 1) / 4096 == page) ||
         hk_is_readable(base, low, high);
}

/* Its elements are addresses, and no two of them are closer than `span` bytes.
 * May say 0 although that is so, where there is no memory to put them in order.
 */
int hk_rows_apart(const volatile void *base, long long low, long long count,
                  long long step, int type,
                  long long span) __asm__("__hocket_rows_apart");

#include "hocket/abi_divide.h"
#include "hocket/abi_net.h"
#include "hocket/abi_order.h"
#include "hocket/abi_overlap.h"
