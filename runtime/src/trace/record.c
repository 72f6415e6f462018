/* SPDX-License-Identifier: Apache-2.0
 *
 * The buffers, and when they are written.
 *
 * Threads that are no core share one spare buffer: whoever finds it taken
 * counts its event as lost, and does not wait.
 */
#include "trace/record.h"

#include "platform/give_up.h"
#include "settings/say.h"
#include "trace/image.h"
#include "trace/print.h"
#include "trace/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct hki_trace {
  char *pattern;             /* of the file's name, with its "%p" */
  char *path;                /* of the file */
  unsigned room;             /* of each buffer */
  unsigned writing;          /* atomic: the file is being written */
  unsigned taken;            /* atomic: the spare buffer is being written to */
  bool is_parents;           /* this process is a fork of the recorded one */
  bool says;                 /* HOCKET_VERBOSE */
  unsigned entered, refused; /* by the team before this recording */
  struct hki_store store;
  struct hki_recording *head;
  struct {
    char *next;
    uint64_t offset, rest, size; /* of `next`; behind it; of the whole piece */
  } texts;
  struct hk_trace *spare;
  struct hk_trace *cores[HKI_MOST_CORES]; /* by id; the last stored before
                                             head->cores says so */
};

_Static_assert((int)HKI_MOST_CORES == (int)HKI_RECORD_CORES, "all find room");

_Thread_local struct hk_trace *hki_own_trace;

/* Events come from any thread of the process, which hands them nothing. */
static struct {
  struct hki_trace *trace; /* NULL: none is wanted; atomic */
  struct hki_trace_source source;
} process;

static unsigned count_of(const unsigned *counter) {
  return __atomic_load_n(counter, __ATOMIC_RELAXED);
}

/* The process's recording, its parent's too; NULL: none. */
static struct hki_trace *any_trace(void) {
  return __atomic_load_n(&process.trace, __ATOMIC_ACQUIRE);
}

static struct hki_trace *current(void) {
  struct hki_trace *trace = any_trace();
  return trace && !trace->is_parents ? trace : NULL;
}

static unsigned long long now(bool has_ticks) {
  return has_ticks ? hki_ticks() : hki_platform_clock();
}

static void lose(struct hki_buffer *to, unsigned long long ticks) {
  if (to->full == 0)
    to->full = ticks;
  __atomic_fetch_add(&to->lost, 1, __ATOMIC_RELEASE);
}

/* Each time that the number of events has doubled, the time is looked at, so
 * that a recording without an end tells how fast ticks are. \returns whether
 * there is room. */
static bool go_on(struct hk_trace *trace) {
  struct hki_buffer *to = trace->to;
  if (trace->limit >= to->room)
    return false;
  if (to->moment_count < HKI_MOMENTS) {
    to->moments[to->moment_count] = hki_trace_moment(trace->has_ticks);
    __atomic_store_n(&to->moment_count, to->moment_count + 1, __ATOMIC_RELEASE);
  }
  trace->limit = 2 * trace->limit < to->room ? 2 * trace->limit : to->room;
  return true;
}

static inline void add(struct hk_trace *trace, struct hki_event event) {
  struct hki_buffer *to = trace->to;
  unsigned at = __atomic_load_n(&to->count, __ATOMIC_RELAXED);
  if (at >= trace->limit && !go_on(trace)) {
    lose(to, event.ticks);
    return;
  }
  to->events[at] = event;
  __atomic_store_n(&to->count, at + 1, __ATOMIC_RELEASE);
}

static inline void add_now(struct hk_trace *trace, enum hki_event_kind kind,
                           unsigned number, unsigned long long what) {
  add(trace, (struct hki_event){now(trace->has_ticks), what, kind, number});
}

static uint64_t address(const void *pointer) { return (uintptr_t)pointer; }

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
  return entry->region == address(region) &&
         entry->name_at == address(region->name) &&
         entry->names == address(region->names) &&
         entry->cores == region->count &&
         strncmp(entry->name, name, sizeof entry->name - 1) == 0;
}

/* Room for at least `size` bytes of names. Pieces are twice as large each time.
 */
static bool grow_texts(struct hki_trace *trace, uint64_t size) {
  uint64_t wanted = 2 * trace->texts.size;
  if (wanted < size + sizeof(struct hki_piece))
    wanted = size + sizeof(struct hki_piece);
  struct hki_piece *piece = hki_store_add(&trace->store, 0, wanted);
  if (!piece)
    return false;
  trace->texts.next = (char *)(piece + 1);
  trace->texts.offset = trace->store.size - piece->size + sizeof *piece;
  trace->texts.rest = piece->size - sizeof *piece;
  trace->texts.size = piece->size;
  hki_store_set_kind(piece, HKI_PIECE_NAMES);
  return true;
}

/* `size` bytes for names; NULL: there is no room. */
static char *take_texts(struct hki_trace *trace, uint64_t size) {
  if (trace->texts.rest < size && !grow_texts(trace, size))
    return NULL;
  char *place = trace->texts.next;
  trace->texts.next += size;
  trace->texts.offset += size;
  trace->texts.rest -= size;
  return place;
}

/* The program's own may be gone when the file is read. */
static void keep_names(struct hki_trace *trace, struct hki_traced_region *entry,
                       const struct hk_names *names) {
  uint64_t flags = names->flag_count * sizeof(uint32_t), size = flags;
  for (unsigned i = 0; i < names->count; i++)
    size += strlen(names->tasks[i]) + 1;
  size = (size + 7) / 8 * 8;
  char *place = take_texts(trace, size);
  if (!place)
    return;
  for (unsigned i = 0; i < names->flag_count; i++)
    ((uint32_t *)(void *)place)[i] = names->signallers[i];
  char *end = place + flags;
  for (unsigned i = 0; i < names->count; i++)
    end = strcpy(end, names->tasks[i]) + strlen(names->tasks[i]) + 1;
  entry->flags = address(names->flags);
  entry->flag_count = names->flag_count;
  entry->flag_size = sizeof(struct hk_flag);
  entry->task_count = names->count;
  entry->text_size = size;
  entry->texts = trace->texts.offset - size;
}

static void keep(struct hki_trace *trace, struct hki_traced_region *entry,
                 const struct hk_region *region, const char *name) {
  entry->region = address(region);
  entry->name_at = address(region->name);
  entry->names = address(region->names);
  entry->cores = region->count;
  strncat(entry->name, name, sizeof entry->name - 1);
  if (region->names)
    keep_names(trace, entry, region->names);
}

static void count_regions(struct hki_trace *trace, unsigned entered) {
  trace->head->entered = entered - trace->entered;
  trace->head->sequential = count_of(process.source.refused) - trace->refused;
  trace->head->handover = count_of(process.source.handover);
}

static unsigned entered(void) { return count_of(process.source.entered); }

unsigned hki_trace_region(const struct hk_region *region) {
  enum { LAST = HKI_TRACED_REGIONS - 1 };
  struct hki_trace *trace = current();
  if (!trace)
    return 0;
  struct hki_recording *head = trace->head;
  count_regions(trace, entered() + 1); /* with this one */
  const char *name = region->name ? region->name : "region";
  unsigned at = (unsigned)((uintptr_t)region >> 4) % LAST;
  while (head->regions[at].region && !is_same(&head->regions[at], region, name))
    at = (at + 1) % LAST;
  if (head->regions[at].region)
    return at + 1;
  if (head->region_count == LAST - 1) /* one stays free: searches end there */
    return LAST + 1;
  head->region_count++;
  keep(trace, &head->regions[at], region, name);
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

struct hk_trace *hki_trace_of(unsigned core, unsigned region) {
  struct hki_trace *trace = region == 0 ? NULL : current();
  return trace ? trace->cores[core] : NULL;
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
    __atomic_fetch_add(&trace->spare->to->lost, 1, __ATOMIC_RELAXED);
  }
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

static struct hk_trace *new_buffer(struct hki_trace *trace,
                                   enum hki_piece_kind kind, unsigned core,
                                   unsigned room) {
  struct hk_trace *result = aligned_alloc(64, sizeof *result);
  if (!result)
    return NULL;
  struct hki_buffer *to = (void *)hki_store_add(
      &trace->store, core, sizeof *to + room * sizeof(struct hki_event));
  if (!to) {
    free(result);
    return NULL;
  }
  to->room = room;
  *result = (struct hk_trace){
      .to = to, .limit = 1, .has_ticks = trace->head->has_ticks};
  hki_store_set_kind(&to->piece, kind);
  return result;
}

static void add_core(struct hki_trace *trace, unsigned core, const void *done) {
  int problem = trace->store.problem;
  struct hk_trace *result =
      new_buffer(trace, HKI_PIECE_CORE, core, trace->room);
  if (result)
    result->to->done = address(done);
  else
    hki_say("HOCKET_TRACE: no memory for core %u", core);
  if (trace->says && trace->store.problem != problem)
    hki_say("HOCKET_TRACE: '%.200s' holds no more than %u cores: %s",
            trace->store.path, core, strerror(trace->store.problem));
  trace->cores[core] = result;
  __atomic_store_n(&trace->head->cores, core + 1, __ATOMIC_RELEASE);
}

void hki_trace_core(unsigned core, const void *done) {
  struct hki_trace *trace = current();
  if (trace && core < HKI_MOST_CORES)
    add_core(trace, core, done);
}

/* What has been recorded by now. */
static void look(const struct hki_trace *trace, struct hki_image *image) {
  *image = (struct hki_image){.head = trace->head};
  image->end = hki_trace_moment(trace->head->has_ticks);
  image->core_count = __atomic_load_n(&trace->head->cores, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < image->core_count; i++)
    image->cores[i] = trace->cores[i] ? trace->cores[i]->to : NULL;
  image->spare = trace->spare->to;
  unsigned count = __atomic_load_n(&trace->store.count, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < count; i++) {
    const struct hki_stored *stored = &trace->store.pieces[i];
    if (stored->piece->kind == HKI_PIECE_NAMES &&
        image->text_count < HKI_MOST_TEXTS)
      image->texts[image->text_count++] = (struct hki_texts){
          stored->offset, stored->piece->size, (const char *)stored->piece};
  }
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
  count_regions(trace, entered());
  struct hki_image *image = malloc(sizeof *image);
  int problem = ENOMEM;
  if (image) {
    look(trace, image);
    problem = hki_platform_replace_by(trace->path, print, image);
    free(image);
  }
  __atomic_store_n(&trace->writing, 0, __ATOMIC_RELEASE);
  return -problem;
}

static void at_exit(void) {
  struct hki_trace *trace = current();
  int problem = hk_trace_write();
  if (problem == 0)
    hki_store_remove(&trace->store);
  if (problem >= 0 || problem == -EBUSY)
    return;
  hki_say("the trace '%.200s' cannot be written: %s", trace->path,
          strerror(-problem));
  if (trace->store.path)
    hki_say("what was recorded is in '%.200s'", trace->store.path);
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

static bool set_up(struct hki_trace *trace) {
  enum { SPARE_ROOM = 4096 };
  struct hki_piece *piece;
  trace->path = named(trace->pattern);
  if (!trace->path)
    return false;
  int problem =
      hki_store_open(&trace->store, trace->path, sizeof *trace->head, &piece);
  if (!piece)
    return false;
  if (problem && trace->says)
    hki_say("HOCKET_TRACE: recording in memory, for want of '%.200s.part': %s",
            trace->path, strerror(problem));
  struct hki_recording *head = trace->head = (void *)piece;
  head->version = HKI_RECORD_VERSION;
  head->order = HKI_RECORD_ORDER;
  head->process = (uint64_t)hki_platform_process();
  head->has_ticks = hki_ticks_are_even();
  hki_platform_program(head->program, sizeof head->program);
  strcpy(head->regions[HKI_TRACED_REGIONS - 1].name, "more regions");
  head->begin = hki_trace_moment(head->has_ticks);
  hki_store_set_kind(piece, HKI_PIECE_HEAD);
  trace->spare =
      new_buffer(trace, HKI_PIECE_SPARE, 0,
                 trace->room < SPARE_ROOM ? trace->room : SPARE_ROOM);
  /* Names before cores: they are for all of them. */
  if (!trace->spare || !grow_texts(trace, 0))
    return false;
  add_core(trace, 0, NULL);
  return true;
}

/* NULL: that cannot be, which is then said. */
static struct hki_trace *open_trace(char *pattern, unsigned room, bool says) {
  struct hki_trace *trace = calloc(1, sizeof *trace);
  if (trace && pattern) {
    trace->pattern = pattern;
    trace->room = room;
    trace->says = says;
    if (set_up(trace))
      return trace;
  }
  hki_say("HOCKET_TRACE: there will be no trace: no memory");
  return NULL;
}

void hki_trace_start(const struct hki_settings *settings,
                     const struct hki_trace_source *source) {
  process.source = *source;
  if (!settings->trace || atexit(at_exit) != 0)
    return;
  struct hki_trace *trace =
      open_trace(hki_platform_absolute(settings->trace), settings->trace_events,
                 settings->verbose);
  __atomic_store_n(&process.trace, trace, __ATOMIC_RELEASE);
}

void hki_trace_leave_parent(void) {
  struct hki_trace *trace = any_trace();
  hki_give_up(trace);
  hki_own_trace = NULL;
  if (!trace || trace->is_parents)
    return;
  trace->is_parents = true;
  hki_store_leave(&trace->store);
}

void hki_trace_follow(void) {
  struct hki_trace *parents = any_trace(), *trace = NULL;
  if (!parents || !parents->is_parents)
    return;
  if (strstr(parents->pattern, "%p"))
    trace = open_trace(parents->pattern, parents->room, parents->says);
  else if (parents->says)
    hki_say("HOCKET_TRACE: process %ld was forked from one that is recorded, "
            "and is not; with %%p in the name each has its own",
            hki_platform_process());
  if (trace) {
    trace->entered = entered();
    trace->refused = count_of(process.source.refused);
  }
  __atomic_store_n(&process.trace, trace, __ATOMIC_RELEASE);
}
