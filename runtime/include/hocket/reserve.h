/* SPDX-License-Identifier: Apache-2.0
 *
 * Cores for a program alone. hk_reserve takes processors away from the other
 * tasks of the machine as far as this user may, and hk_release gives them back;
 * so does the end of the process, however it comes about (docs/runtime/
 * reservation.md, docs/runtime/restore.md).
 *
 *   isolated  a cgroup v2 partition of its own, within which the kernel moves
 *             nothing from one processor to another
 *   root      the same, with load balancing among its processors
 *   cpuset    a cgroup v1 cpuset, the other tasks in another one
 *   affinity  the program's threads get the processors as their affinity mask;
 *             others lose them from theirs, where they may be changed
 *
 * With the first three, and as root with the last, unbound workqueues,
 * interrupts, kernel threads and timers go to the other processors as well. A
 * program runs the same with any level and with none.
 *
 * In an isolated partition threads stay where they begin. So the program has to
 * pin them, one to a processor, as the team of hk_run does with its workers;
 * core 0 is the thread that enters. Threads made later inherit the processor
 * of the one that makes them: pin those too, or ask for HK_RESERVE_ROOT.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum hk_reserve_level {
  HK_RESERVE_OFF,  /* nothing: hk_reserve returns -EINVAL */
  HK_RESERVE_AUTO, /* the first of the following that the machine allows */
  HK_RESERVE_ISOLATED,
  HK_RESERVE_ROOT,
  HK_RESERVE_CPUSET,
  HK_RESERVE_AFFINITY,
};

enum hk_reserve_flags {
  /* The program pins its threads, one to a processor: HK_RESERVE_AUTO may
   * choose an isolated partition for more than one processor. */
  HK_RESERVE_PINNED = 1,
  /* Takes each processor offline and online again before it is used, which
   * pushes old timers off it. Takes some tenths of a second for each. */
  HK_RESERVE_REPLUG = 2,
  /* Says what would be done, step by step, and does nothing. */
  HK_RESERVE_DRY_RUN = 4,
  /* If the level that was asked for cannot be had: an error instead of the
   * next one. */
  HK_RESERVE_EXACTLY = 8,
};

/* All zero but `level` is a request of all processors but the first. */
struct hk_reserve_request {
  enum hk_reserve_level level;
  unsigned flags; /* of enum hk_reserve_flags */
  /* The processors wanted; NULL: any `num_cpus` of those that are not kept, the
   * last ones first, or all of them if that is 0. */
  const unsigned *cpus;
  unsigned num_cpus;
  /* Processors that stay with the system; NULL: the first one. */
  const unsigned *keep;
  unsigned num_keep;
  int fifo;     /* SCHED_FIFO priority for the program, 1 to 99; 0: none */
  long process; /* whose cores these are; 0: the calling process */
  /* The cgroup to make the reservation in, from the top of the hierarchy, such
   * as "/user.slice"; tasks elsewhere are left alone. NULL: at the top, or
   * where it may. */
  const char *within;
  /* Is told, line by line, what is done. `detail` 0: the outcome, and what it
   * goes without; 1: each step. NULL: nobody is. Called in hk_reserve and in
   * hk_release alone. */
  void (*say)(void *context, int detail, const char *text);
  void *context;
};

struct hk_reservation;

/* Reserves processors and writes a handle to `*reservation`, NULL after a dry
 * run. Returns 0, or a negative errno value, with everything as it was:
 *   -EINVAL  the request makes no sense, or asks for a processor that is kept
 *            or is not there
 *   -EBUSY   other programs have reserved processors that were asked for
 *   -EPERM   the level cannot be had (only with HK_RESERVE_EXACTLY)
 *   -ENOTSUP this platform has no reservation
 *   other    of the journal, without which nothing is changed */
int hk_reserve(const struct hk_reserve_request *request,
               struct hk_reservation **reservation);

/* Writes the first `room` of the reserved processors to `cpus`, in order, and
 * returns how many there are. */
unsigned hk_reservation_cpus(const struct hk_reservation *reservation,
                             unsigned *cpus, unsigned room);

/* The level that was reached: not HK_RESERVE_OFF, not HK_RESERVE_AUTO. */
enum hk_reserve_level
hk_reservation_level(const struct hk_reservation *reservation);

/* Puts everything back and frees the handle, which may be NULL. Returns 0, or
 * the first error; what somebody else has changed meanwhile stays as it is. */
int hk_release(struct hk_reservation *reservation);

/* "isolated", ...; and back: false if there is no such level. */
const char *hk_reserve_level_name(enum hk_reserve_level level);
int hk_reserve_level_named(const char *name, enum hk_reserve_level *level);

#ifdef __cplusplus
}
#endif
