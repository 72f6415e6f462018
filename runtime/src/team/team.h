/* SPDX-License-Identifier: Apache-2.0
 *
 * The team: the entering thread, which is core 0, and workers, which are the
 * other cores. It is made at the first region and stays until the process ends;
 * at a region with more cores it grows.
 *
 * Who may touch what. `state` is a lock that is only ever tried: the thread
 * that has taken it (the entering thread) owns every other field, and every
 * field of the workers except those named otherwise. Orders travel to workers
 * and back by two flags for each worker, so the same hand-over that orders
 * tasks orders these.
 */
#pragma once

#include "settings/settings.h"
#include "team/launch.h"
#include "team/resources.h"
#include "team/worker.h"

enum hki_state {
  HKI_FREE, /* a thread may enter */
  HKI_BUSY, /* a thread has entered */
  HKI_LOST, /* forked off while busy: this process has no team, ever */
};

struct hki_team {
  /* Written at each entry; a line that no worker looks at in a region. */
  unsigned state;   /* enum hki_state, atomic */
  unsigned is_lent; /* atomic: to children that run ahead of a loop */
  unsigned entered; /* atomic: regions run */
  unsigned refused; /* atomic: calls of hk_run that returned 0 */
  int current; /* processor that core 0 had at the last entry, pinned only */
  bool astray; /* which is of another kind than the schedule has it on */
  hki_thread owner; /* the thread that has entered */
  /* Written seldom. */
  unsigned limit __attribute__((aligned(64))); /* most cores that a region can
                                                  have; 0 before set-up */
  unsigned size;               /* threads there are, at least 1 */
  unsigned capacity;           /* of `workers` */
  struct hki_worker **workers; /* thread i is workers[i - 1] */
  const struct hki_launcher *launcher;
  struct hki_settings settings;
  struct hki_resources resources;
  struct hki_signals signals; /* the mask workers would have had */
  unsigned *processors;       /* that may be used, the k-th for core k; NULL: no
                                 names to pin to */
  unsigned *kinds;            /* of them (hk_chip_core); NULL: all are alike */
  unsigned long long brought; /* when core 0 was last moved */
  unsigned num_processors;    /* at least 1 */
  unsigned usable;            /* of them, with HOCKET_CORES */
  bool pinned;                /* each worker has a processor of its own */
  bool has_fibers;            /* where there are more cores than processors */
  bool has_said;              /* that cores share threads */
  struct hki_fibers *fibers;  /* of cores on the entering thread */
};

/* Threads are a resource of the process, and hk_run has to find them without
 * being handed anything. (What else of libhocket changes, likewise:
 * hki_waiting, hk_handover, the recording in trace/record.c, the open
 * journals.) */
extern struct hki_team hki_team;

/* Makes `team` one of at least `count` threads; false if that cannot be, and
 * there may be some more of them. Called by the entering thread. */
bool hki_team_reach(struct hki_team *team, unsigned count);

/* Makes fibers for `count` cores on `threads` threads; false: there is no room.
 * Likewise. */
bool hki_team_share(struct hki_team *team, unsigned count, unsigned threads);
