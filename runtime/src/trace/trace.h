/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording what each core does. Costs one test where nothing is recorded.
 *
 * Each core has a buffer, made with the team, that the core's own thread alone
 * writes: no lock, no allocation, no system call. What is recorded stays as it
 * is, so the buffers can be written to the file while cores go on (one of them
 * may have called exit). When a buffer is full, what comes later is counted and
 * lost: the file says how much, and from when on.
 */
#pragma once

#include "hocket/trace.h"

#include "arch.h"
#include "platform.h"

#include <stdio.h>

enum hki_event_kind {
  HKI_REGION, /* begins; what: its position among hki_traced_region, number: the
                 processor + 1, or 0 */
  HKI_TASK,   /* begins; number: in hk_names::tasks */
  HKI_PART,   /* a task that is handed out begins; number: its level */
  HKI_WAIT,   /* begins; what: the hk_flag, number: awaited */
  HKI_END,    /* of what began last */
  HKI_THREAD, /* that is the core from now on; number: the system's */
  HKI_CLOCK,  /* what: kHz, number: the core whose clock it is */
  HKI_CPU,    /* what: kHz, number: the processor whose clock it is */
  HKI_GATE,   /* what: end, number: core * HKI_GATE_CORE + state */
};

enum { HKI_GATE_CORE = 1 << 16 };

struct hki_event {
  unsigned long long ticks;
  unsigned long long what;
  unsigned kind; /* enum hki_event_kind */
  unsigned number;
};

/* One core's buffer. */
struct hk_trace {
  unsigned count;          /* recorded; atomic */
  unsigned room;           /* for so many */
  unsigned lost;           /* atomic */
  unsigned core;           /* id */
  unsigned long long full; /* when the first one was lost; 0: none was */
  const void *done;        /* that the core ends a region with */
  hki_thread thread;       /* that is the core, once there is one */
  bool has_thread;
  bool has_ticks; /* times are hki_ticks(), else hki_platform_clock() */
  struct hki_event events[];
} __attribute__((aligned(64)));

/* The buffer of the core that the calling thread is; NULL: none, or nothing is
 * recorded. Waits have to find it without being handed anything. */
extern _Thread_local struct hk_trace *hki_own_trace;

/* What is kept of a region: the caller's own may be gone when the file is
 * written. */
struct hki_traced_region {
  const struct hk_region *region; /* where it was */
  const char *name_at;
  const struct hk_names *names;
  unsigned cores;
  char name[96]; /* may be cut */
};

enum { HKI_TRACED_REGIONS = 1024 }; /* those beyond share the last one */

/* A process's recording. */
struct hki_trace;

/* Has `path` written at exit, `room` events for each core at most. NULL: that
 * cannot be, which is then said. */
struct hki_trace *hki_trace_open(const char *path, unsigned room);

/* Makes the buffer of core `core`, whose flag at the end of a region is `done`;
 * the cores come in order. NULL without memory (or without `trace`):
 * nothing is recorded of it. Called by the entering thread. */
struct hk_trace *hki_trace_core(struct hki_trace *trace, unsigned core,
                                const void *done);

/* The number by which cores enter the region; 0 if nothing is recorded. Called
 * by the entering thread. */
unsigned hki_trace_region(struct hki_trace *trace,
                          const struct hk_region *region);

/* The calling thread, being the buffer's core, enters a region. \returns
 * `trace`, which may be NULL; NULL if `region` is 0. */
struct hk_trace *hki_trace_enter(struct hk_trace *trace, unsigned region);
/* Core 0's buffer. */
struct hk_trace *hki_trace_first(struct hki_trace *trace);
/* It leaves the region. */
void hki_trace_leave(struct hk_trace *trace);

void hki_trace_begin_wait(struct hk_trace *trace, const void *flag,
                          unsigned target);
void hki_trace_begin_part(struct hk_trace *trace, unsigned level);

/* The calling thread waits for `target` of a flag, and then does no more. */
static inline void hki_trace_wait(const void *flag, unsigned target) {
  struct hk_trace *trace = hki_own_trace;
  if (trace)
    hki_trace_begin_wait(trace, flag, target);
}
static inline void hki_trace_waited(void) {
  struct hk_trace *trace = hki_own_trace;
  if (trace)
    hk_trace_end(trace);
}

/* It runs a task that was handed out, `level` divisions deep. */
static inline void hki_trace_part(unsigned level) {
  struct hk_trace *trace = hki_own_trace;
  if (trace)
    hki_trace_begin_part(trace, level);
}
static inline void hki_trace_parted(void) { hki_trace_waited(); }

/* The time as events have it; 0 if nothing is recorded. */
unsigned long long hki_trace_now(void);

/* The clock of processor `cpu` is `khz` from now on. From any thread. */
void hki_trace_cpu_clock(unsigned cpu, unsigned khz);

/* The clock of `core` is `khz` from now on; or the core was gated, in idle
 * state or depth `state`, between two times of hki_trace_now. From any thread.
 */
void hki_trace_clock(unsigned core, unsigned long khz);
void hki_trace_gate(unsigned core, unsigned state, unsigned long long begin,
                    unsigned long long end);

/* Ticks and nanoseconds of hki_platform_clock at the same moment. */
struct hki_moment {
  unsigned long long ticks, time;
};
struct hki_moment hki_trace_moment(bool has_ticks);

/* What the file is made of. */
struct hki_trace_parts {
  struct hki_moment begin, end;
  unsigned count;                /* of buffers, */
  struct hk_trace *const *cores; /* by id; NULL: none */
  const struct hk_trace *spare;  /* written by threads that are no core */
  const struct hki_traced_region *regions;
  bool has_ticks;
};

/* Writes the file's text; false: not all of it. */
bool hki_trace_print(FILE *file, const struct hki_trace_parts *parts);
