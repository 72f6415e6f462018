/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording what each core does. Costs one test where nothing is recorded.
 *
 * Each core has a buffer, made with the team, that the core's own thread alone
 * writes: no lock, no allocation, no system call. What is recorded stays as it
 * is, so the buffers can be written to the file while cores go on (one of them
 * may have called exit). When a buffer is full, what comes later is counted and
 * lost: the file says how much, and from when on. format.h says how it lies in
 * memory, store.h where.
 */
#pragma once

#include "hocket/hocket.h"
#include "hocket/trace.h"

#include "arch.h" /* arch/NAME/arch.h */
#include "platform/platform.h"
#include "settings/settings.h"
#include "trace/format.h"

/* One core's buffer, as its thread sees it. */
struct hk_trace {
  struct hki_buffer *to;
  unsigned limit; /* events; then the time is to be looked at, or it is full */
  bool has_ticks; /* times are hki_ticks(), else hki_platform_clock() */
  bool has_thread;
  hki_thread thread; /* that is the core, once there is one */
} __attribute__((aligned(64)));

/* The buffer of the core that the calling thread is; NULL: none, or nothing is
 * recorded. Waits have to find it without being handed anything. */
extern _Thread_local struct hk_trace *hki_own_trace;

/* What the team counts and measures, for the head of a recording: regions
 * entered, calls of hk_run that returned 0, and hk_handover. All are atomic,
 * and stay. */
struct hki_trace_source {
  const unsigned *entered, *refused, *handover;
};

/* Begins the process's recording where HOCKET_TRACE asks for one. Called once,
 * by the entering thread. */
void hki_trace_start(const struct hki_settings *settings,
                     const struct hki_trace_source *source);
/* Likewise in a forked child whose parent is recorded: where the name has the
 * process's number in it, the child has a recording of its own. In any other
 * process it does nothing. */
void hki_trace_follow(void);
/* In a forked child: from now on nothing is recorded. */
void hki_trace_leave_parent(void);

/* Makes the buffer of core `core`, whose flag at the end of a region is `done`;
 * the cores come in order. Without memory nothing is recorded of it, nor where
 * there is no recording. Called by the entering thread. */
void hki_trace_core(unsigned core, const void *done);

/* The number by which cores enter the region; 0 if nothing is recorded. Called
 * by the entering thread. */
unsigned hki_trace_region(const struct hk_region *region);

/* The buffer of core `core` in the region that was entered by this number;
 * NULL: nothing is recorded. */
struct hk_trace *hki_trace_of(unsigned core, unsigned region);

/* The calling thread, being the buffer's core, enters a region. \returns
 * `trace`, which may be NULL; NULL if `region` is 0. */
struct hk_trace *hki_trace_enter(struct hk_trace *trace, unsigned region);
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

/* It runs a fork-join task, `level` divisions deep. */
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

/* The time in both ways, at the same moment. */
struct hki_moment hki_trace_moment(bool has_ticks);
