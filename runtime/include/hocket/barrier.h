/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers: all of a number of threads meet, of one process or of several.
 *
 * Threads that have numbers use hk_barrier_wait_as: each writes a cache line of
 * its own and reads those of the others, so that a meeting of two takes as long
 * as a cache line needs from core to core. Threads without numbers use
 * hk_barrier_wait, which counts. A barrier is used in one of the two ways.
 *
 * Waits are those of HOCKET_WAIT: they spin, then sleep (futex); the last to
 * arrive makes a system call only if somebody sleeps. hk_barrier(3) has the
 * whole. Conventions as in hocket.h.
 */
#pragma once

#include "hocket/power.h"

#ifdef __cplusplus
extern "C" {
#endif

/* With more threads than this, hk_barrier_wait_as counts too. */
enum { HK_BARRIER_LINES = 16 };

/* What one thread writes. */
struct hk_barrier_line {
  unsigned arrived; /* how often it has come, modulo 2^32 */
  /* Of the first thread of a cluster: how often all of it have come, and all
   * clusters. */
  unsigned joined, released;
  unsigned first, end; /* threads of its cluster; constant */
  unsigned pad[11];
} __attribute__((aligned(64)));

/* Initialize with hk_barrier_init or hk_barrier_init_with. The storage must
 * stay until every thread has returned from its last wait. */
struct hk_barrier {
  /* Rarely written. */
  unsigned count;
  unsigned is_shared, is_crowded, is_clustered;
  unsigned sleepers;
  unsigned gate; /* changes to wake them */
  /* hk_barrier_wait: how often all have met, modulo 2^32; how many have come.
   */
  unsigned passed __attribute__((aligned(64)));
  unsigned arrived __attribute__((aligned(64)));
  struct hk_barrier_line lines[HK_BARRIER_LINES];
};

struct hk_barrier_options {
  int is_shared; /* in memory that several processes have mapped */
  /* Cores that share a cache: the numbers of threads in each cluster, first
   * those of the first one. Threads meet within their cluster, then one of each
   * meets the others. NULL: all threads are alike. */
  const unsigned *clusters;
  unsigned cluster_count;
};

/* Prepares `barrier` for `count` threads. Returns 0, or -EINVAL for a count of
 * 0, or for clusters that are empty or do not add up to it. No thread may be
 * waiting at it. `options` may be NULL. */
int hk_barrier_init(struct hk_barrier *barrier, unsigned count);
int hk_barrier_init_with(struct hk_barrier *barrier, unsigned count,
                         const struct hk_barrier_options *options);

/* Waits until `count` threads have called this. What each of them did before is
 * then visible to all. Returns 1 in one of them, 0 in the others; the barrier
 * is ready for the next round at once. */
int hk_barrier_wait(struct hk_barrier *barrier);

/* The same for the thread of that number, from 0; -EINVAL if it is not below
 * the count. */
int hk_barrier_wait_as(struct hk_barrier *barrier, unsigned thread);

/* What a barrier needs to save energy. All threads of a barrier pass the same
 * one, set up by the caller; `gaps` is all zero at first. */
struct hk_barrier_power {
  struct hk_power *power;
  const unsigned *cpus; /* that the threads are on, by number */
  const unsigned *khz;  /* what they ask for otherwise; NULL: 0 for all */
  struct hk_gap *gaps;  /* how long they waited, by number */
  const struct hk_idle_table *idle; /* of these cores; NULL: unknown */
};

/* hk_barrier_wait_as for threads that have a core each. Who comes early steps
 * its clock down, and sleeps at once where its wait will be longer than the
 * break-even time of an idle state; who finds one thread missing has that
 * thread's clock boosted. Each only where it pays: the wait, predicted from
 * earlier ones at this barrier, must be HK_BARRIER_WORTH times as long as a
 * change of the clock takes. A clock that another thread of the barrier shares
 * is not stepped down. */
enum { HK_BARRIER_WORTH = 4 };
int hk_barrier_wait_power(struct hk_barrier *barrier, unsigned thread,
                          struct hk_barrier_power *power);

#ifdef __cplusplus
}
#endif
