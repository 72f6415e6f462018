/* SPDX-License-Identifier: Apache-2.0
 *
 * The buffers, and when they are written.
 *
 * An event is stored, then counted with release order; who writes the file
 * loads the count with acquire order and looks at no event beyond it. Threads
 * that are no core share one spare buffer: whoever finds it taken counts its
 * event as lost, and does not wait.
 */
#include "team.h"
#include "trace/trace.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct hki_trace {
  char *path;
  unsigned room;    /* of each buffer */
  unsigned count;   /* of buffers; atomic */
  unsigned writing; /* atomic: the file is being written */
  unsigned taken;   /* atomic: the spare buffer is being written to */
  struct hki_moment begin;
  struct hk_trace *spare;
  /* A table by address. Entries are made by the thread that has entered, before
   * the events that refer to them, and then stay as they are. */
  struct hki_traced_region regions[HKI_TRACED_REGIONS];
  unsigned region_count;
  struct hk_trace *cores[HKI_MOST_CORES]; /* by id; the last stored before
                                             `count` says so */
};

_Thread_local struct hk_trace *hki_own_trace;

static unsigned long long now(bool has_ticks) {
  return has_ticks ? hki_ticks() : hki_platform_clock();
}

static void lose(struct hk_trace *trace, unsigned long long ticks) {
  if (trace->full == 0)
    trace->full = ticks;
  __atomic_fetch_add(&trace->lost, 1, __ATOMIC_RELEASE);
}

static inline void add(struct hk_trace *trace, struct hki_event event) {
  unsigned at = __atomic_load_n(&trace->count, __ATOMIC_RELAXED);
  if (at == trace->room) {
    lose(trace, event.ticks);
    return;
  }
  trace->events[at] = event;
  __atomic_store_n(&trace->count, at + 1, __ATOMIC_RELEASE);
}

static inline void add_now(struct hk_trace *trace, enum hki_event_kind kind,
                           unsigned number, unsigned long long what) {
  add(trace, (struct hki_event){now(trace->has_ticks), what, kind, number});
}

static unsigned long long address(const void *pointer) {
  return (unsigned long long)(uintptr_t)pointer;
}

void hk_trace_begin(struct hk_trace *trace, unsigned task) {
  add_now(trace, HKI_TASK, task, 0);
}

void hk_trace_end(struct hk_trace *trace) { add_now(trace, HKI_END, 0, 0); }

void hki_trace_begin_part(struct hk_trace *trace, unsigned level) {
  add_now(trace, HKI_PART, level, 0);
}

void hki_trace_begin_wait(struct hk_trace *trace, const void *flag,
                          unsigned target) {
  add_now(trace, HKI_WAIT, target, address(flag));
}

static bool is_same(const struct hki_traced_region *entry,
                    const struct hk_region *region, const char *name) {
  return entry->region == region && entry->name_at == region->name &&
         entry->names == region->names && entry->cores == region->count &&
         strncmp(entry->name, name, sizeof entry->name - 1) == 0;
}

static void keep(struct hki_traced_region *entry,
                 const struct hk_region *region, const char *name) {
  *entry = (struct hki_traced_region){region, region->name, region->names,
                                      region->count, ""};
  strncat(entry->name, name, sizeof entry->name - 1);
}

unsigned hki_trace_region(struct hki_trace *trace,
                          const struct hk_region *region) {
  enum { LAST = HKI_TRACED_REGIONS - 1 };
  if (!trace)
    return 0;
  const char *name = region->name ? region->name : "region";
  unsigned at = (unsigned)((uintptr_t)region >> 4) % LAST;
  while (trace->regions[at].region &&
         !is_same(&trace->regions[at], region, name))
    at = (at + 1) % LAST;
  if (trace->regions[at].region)
    return at + 1;
  if (trace->region_count == LAST - 1) /* one stays free: searches end there */
    return LAST + 1;
  trace->region_count++;
  keep(&trace->regions[at], region, name);
  return at + 1;
}

/* The thread is looked up when it changes only: that is a system call. */
struct hk_trace *hki_trace_enter(struct hk_trace *trace, unsigned region) {
  if (!trace || region == 0)
    return NULL;
  hki_own_trace = trace;
  hki_thread self = hki_platform_self();
  if (!trace->has_thread || !hki_platform_same(self, trace->thread)) {
    trace->thread = self;
    trace->has_thread = true;
    add_now(trace, HKI_THREAD, (unsigned)hki_platform_thread_number(), 0);
  }
  add_now(trace, HKI_REGION, (unsigned)(hki_platform_current() + 1),
          region - 1);
  return trace;
}

void hki_trace_leave(struct hk_trace *trace) {
  if (!trace)
    return;
  hk_trace_end(trace);
  hki_own_trace = NULL;
}

struct hk_trace *hki_trace_first(struct hki_trace *trace) {
  return trace ? trace->cores[0] : NULL;
}

/* Into the caller's own buffer, or the spare one. */
static void add_anywhere(struct hki_trace *trace, struct hki_event event) {
  if (hki_own_trace) {
    add(hki_own_trace, event);
    return;
  }
  if (__atomic_exchange_n(&trace->taken, 1, __ATOMIC_ACQUIRE) == 0) {
    add(trace->spare, event);
    __atomic_store_n(&trace->taken, 0, __ATOMIC_RELEASE);
  } else {
    __atomic_fetch_add(&trace->spare->lost, 1, __ATOMIC_RELAXED);
  }
}

static struct hki_trace *current(void) {
  return __atomic_load_n(&hki_team.trace, __ATOMIC_ACQUIRE);
}

unsigned long long hki_trace_now(void) {
  struct hki_trace *trace = current();
  return trace ? now(trace->spare->has_ticks) : 0;
}

static void add_clock(enum hki_event_kind kind, unsigned number,
                      unsigned long khz) {
  struct hki_trace *trace = current();
  if (trace)
    add_anywhere(trace, (struct hki_event){now(trace->spare->has_ticks), khz,
                                           kind, number});
}

void hki_trace_clock(unsigned core, unsigned long khz) {
  add_clock(HKI_CLOCK, core, khz);
}

void hki_trace_cpu_clock(unsigned cpu, unsigned khz) {
  add_clock(HKI_CPU, cpu, khz);
}

void hki_trace_gate(unsigned core, unsigned state, unsigned long long begin,
                    unsigned long long end) {
  struct hki_trace *trace = current();
  if (trace && core < HKI_MOST_CORES)
    add_anywhere(trace, (struct hki_event){begin, end, HKI_GATE,
                                           core * HKI_GATE_CORE +
                                               state % HKI_GATE_CORE});
}

/* The two readings that are the least apart, of a few. */
struct hki_moment hki_trace_moment(bool has_ticks) {
  struct hki_moment best = {0, 0};
  unsigned long long least = ~0ull;
  for (int i = 0; i < 8; i++) {
    unsigned long long before = now(has_ticks);
    unsigned long long time = hki_platform_clock();
    unsigned long long after = now(has_ticks);
    if (after - before < least) {
      least = after - before;
      best = (struct hki_moment){before + least / 2, time};
    }
  }
  return best;
}

/* Touched, so that the kernel need not be asked for its pages later. */
static struct hk_trace *new_buffer(unsigned core, unsigned room) {
  size_t size = sizeof(struct hk_trace) + room * sizeof(struct hki_event);
  size = (size + 63) / 64 * 64;
  struct hk_trace *trace = aligned_alloc(64, size);
  if (!trace)
    return NULL;
  memset(trace, 0, size);
  trace->room = room;
  trace->core = core;
  trace->has_ticks = hki_ticks_are_even();
  return trace;
}

struct hk_trace *hki_trace_core(struct hki_trace *trace, unsigned core,
                                const void *done) {
  if (!trace || core >= HKI_MOST_CORES)
    return NULL;
  struct hk_trace *buffer = new_buffer(core, trace->room);
  if (buffer)
    buffer->done = done;
  else
    hki_say("HOCKET_TRACE: no memory for core %u", core);
  trace->cores[core] = buffer;
  __atomic_store_n(&trace->count, core + 1, __ATOMIC_RELEASE);
  return buffer;
}

static bool print(FILE *file, const void *context) {
  return hki_trace_print(file, context);
}

int hk_trace_write(void) {
  struct hki_trace *trace = current();
  if (!trace)
    return 1;
  if (__atomic_exchange_n(&trace->writing, 1, __ATOMIC_ACQUIRE) != 0)
    return -EBUSY;
  bool has_ticks = trace->spare->has_ticks;
  struct hki_trace_parts parts = {
      trace->begin,
      hki_trace_moment(has_ticks),
      __atomic_load_n(&trace->count, __ATOMIC_ACQUIRE),
      trace->cores,
      trace->spare,
      trace->regions,
      has_ticks};
  int problem = hki_platform_replace_by(trace->path, print, &parts);
  __atomic_store_n(&trace->writing, 0, __ATOMIC_RELEASE);
  return -problem;
}

static void at_exit(void) {
  struct hki_trace *trace = current();
  int problem = hk_trace_write();
  if (problem < 0 && problem != -EBUSY)
    hki_say("the trace '%.200s' cannot be written: %s", trace->path,
            strerror(-problem));
}

/* `path` with the process's number in the place of each "%p". */
static char *named(const char *path) {
  char number[24];
  int digits = snprintf(number, sizeof number, "%ld", hki_platform_process());
  char *name = malloc(strlen(path) * 12 + 1), *end = name;
  if (!name)
    return NULL;
  while (*path)
    if (path[0] == '%' && path[1] == 'p') {
      memcpy(end, number, (size_t)digits);
      end += digits;
      path += 2;
    } else {
      *end++ = *path++;
    }
  *end = 0;
  return name;
}

struct hki_trace *hki_trace_open(const char *path, unsigned room) {
  struct hki_trace *trace = calloc(1, sizeof *trace);
  char *name = named(path);
  if (trace && name) {
    enum { SPARE_ROOM = 4096 };
    trace->path = hki_platform_absolute(name);
    trace->room = room;
    trace->spare = new_buffer(0, room < SPARE_ROOM ? room : SPARE_ROOM);
  }
  free(name);
  if (!trace || !trace->path || !trace->spare || atexit(at_exit) != 0) {
    hki_say("HOCKET_TRACE: there will be no trace: no memory");
    return NULL;
  }
  strcpy(trace->regions[HKI_TRACED_REGIONS - 1].name, "more regions");
  trace->begin = hki_trace_moment(trace->spare->has_ticks);
  hki_trace_core(trace, 0, NULL);
  return trace;
}
