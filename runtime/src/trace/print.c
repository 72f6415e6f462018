/* SPDX-License-Identifier: Apache-2.0
 *
 * The file: a JSON object in the trace event format that Chrome and Perfetto
 * read ("Trace Event Format", 2016), one event a line. Rows are cores: their
 * numbers stand where the format has threads. What had not ended when its
 * core's record breaks off is ended there, and marked.
 *
 * Times are those of hki_platform_clock. Where cycles were counted instead, the
 * line through the first and the last moment turns them into nanoseconds.
 */
#include "team.h"
#include "trace/trace.h"

#include <stdint.h>
#include <stdlib.h>

/* What the file shows for pointers: positions in these. */
struct list {
  const void **items;
  unsigned count, room;
};

struct printer {
  FILE *file;
  const struct hki_trace_parts *parts;
  double rate; /* nanoseconds a tick */
  long process;
  struct list regions;
  struct list flags; /* that no region has */
  /* By core: its processor in its last region; NONE. */
  unsigned processors[HKI_MOST_CORES];
};

enum { NONE = ~0u };

/* \returns the item's position; NONE without memory. */
static unsigned position(struct list *list, const void *item) {
  for (unsigned i = list->count; i-- > 0;)
    if (list->items[i] == item)
      return i;
  if (list->count == list->room) {
    unsigned room = 2 * list->room + 16;
    const void **more = realloc(list->items, room * sizeof *more);
    if (!more)
      return NONE;
    list->items = more;
    list->room = room;
  }
  list->items[list->count] = item;
  return list->count++;
}

static const void *pointer(unsigned long long what) {
  return (const void *)(uintptr_t)what;
}

/* Bytes of the UTF-8 character that `text` begins with; 0 if that is none. */
static unsigned character(const unsigned char *text) {
  unsigned length = *text < 0x80   ? 1
                    : *text < 0xc2 ? 0
                    : *text < 0xe0 ? 2
                    : *text < 0xf0 ? 3
                    : *text < 0xf5 ? 4
                                   : 0;
  for (unsigned i = 1; i < length; i++)
    if ((text[i] & 0xc0) != 0x80)
      return 0;
  bool is_overlong =
      (*text == 0xe0 && text[1] < 0xa0) || (*text == 0xf0 && text[1] < 0x90);
  bool is_surrogate = *text == 0xed && text[1] >= 0xa0;
  bool is_beyond = *text == 0xf4 && text[1] >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

/* The inside of a JSON string. */
static void put_text(FILE *file, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  while (*at) {
    unsigned length = character(at);
    if (length == 0)
      fputs("\\ufffd", file);
    else if (*at < 0x20 || *at == 0x7f)
      fprintf(file, "\\u%04x", *at);
    else if (*at == '"' || *at == '\\')
      fprintf(file, "\\%c", *at);
    else
      fwrite(at, 1, length, file);
    at += length ? length : 1;
  }
}

static void put_string(FILE *file, const char *text) {
  putc('"', file);
  put_text(file, text);
  putc('"', file);
}

static unsigned long long time_of(const struct printer *p,
                                  unsigned long long ticks) {
  const struct hki_moment *begin = &p->parts->begin;
  double ns = ((double)ticks - (double)begin->ticks) * p->rate;
  if (ns < -(double)begin->time)
    return 0;
  return begin->time + (unsigned long long)(long long)(ns + 0.5);
}

/* Microseconds. */
static void put_time(FILE *file, unsigned long long ns) {
  fprintf(file, "%llu.%03u", ns / 1000, (unsigned)(ns % 1000));
}

/* What all events have but for their names. */
static void put_common(const struct printer *p, const char *phase,
                       unsigned core, unsigned long long ns) {
  fprintf(p->file, "\"ph\":\"%s\",\"pid\":%ld,\"tid\":%u,\"ts\":", phase,
          p->process, core);
  put_time(p->file, ns);
}

static const struct hk_names *names_of(const struct hki_traced_region *region) {
  return region && region->names && region->names->tasks ? region->names : NULL;
}

static const char *task_name(const struct hki_traced_region *region,
                             unsigned task) {
  const struct hk_names *names = names_of(region);
  return names && task < names->count ? names->tasks[task] : NULL;
}

/* The core that ends its part of a region with this flag; NONE. */
static unsigned core_of(const struct hki_trace_parts *parts,
                        const struct hk_flag *flag) {
  for (unsigned i = 1; i < parts->count; i++)
    if (parts->cores[i] && parts->cores[i]->done == flag)
      return i;
  return NONE;
}

/* The task that signals the flag; NONE. */
static unsigned signaller(const struct hki_traced_region *region,
                          const struct hk_flag *flag) {
  const struct hk_names *names = names_of(region);
  for (unsigned i = 0; names && i < names->flag_count; i++)
    if (&names->flags[i] == flag)
      return names->signallers[i];
  return NONE;
}

static void put_wait(struct printer *p, unsigned core,
                     const struct hki_traced_region *region,
                     const struct hki_event *event) {
  const struct hk_flag *flag = pointer(event->what);
  unsigned awaited = core_of(p->parts, flag);
  unsigned task = awaited == NONE ? signaller(region, flag) : NONE;
  fputs("{\"name\":\"wait for ", p->file);
  if (awaited != NONE)
    fprintf(p->file, "core %u", awaited);
  else if (task_name(region, task))
    put_text(p->file, task_name(region, task));
  else
    fprintf(p->file, "flag %u", position(&p->flags, flag));
  fputs("\",\"cat\":\"wait\",", p->file);
  put_common(p, "B", core, time_of(p, event->ticks));
  fprintf(p->file, ",\"args\":{\"number\":%u", event->number);
  if (awaited != NONE)
    fprintf(p->file, ",\"core\":%u", awaited);
  if (task != NONE)
    fprintf(p->file, ",\"task\":%u", task);
  fputs("}},\n", p->file);
}

static void put_task(struct printer *p, unsigned core,
                     const struct hki_traced_region *region,
                     const struct hki_event *event) {
  bool is_part = event->kind == HKI_PART;
  const char *name = is_part ? NULL : task_name(region, event->number);
  fputs("{\"name\":\"", p->file);
  if (name)
    put_text(p->file, name);
  else if (is_part && region)
    put_text(p->file, region->name);
  else
    fprintf(p->file, "task %u", event->number);
  fputs("\",\"cat\":\"task\",", p->file);
  put_common(p, "B", core, time_of(p, event->ticks));
  fprintf(p->file, ",\"args\":{\"%s\":%u}},\n", is_part ? "level" : "task",
          event->number);
}

static void put_region(struct printer *p, unsigned core,
                       const struct hki_traced_region *region,
                       const struct hki_event *event) {
  fputs("{\"name\":", p->file);
  put_string(p->file, region->name);
  fputs(",\"cat\":\"region\",", p->file);
  put_common(p, "B", core, time_of(p, event->ticks));
  fprintf(p->file, ",\"args\":{\"region\":%u", position(&p->regions, region));
  if (event->number != 0)
    fprintf(p->file, ",\"processor\":%u", event->number - 1);
  fputs("}},\n", p->file);
}

static void put_end(const struct printer *p, unsigned core,
                    unsigned long long ticks, bool is_cut) {
  putc('{', p->file);
  put_common(p, "E", core, time_of(p, ticks));
  fputs(is_cut ? ",\"args\":{\"cut\":true}},\n" : "},\n", p->file);
}

static void put_clock(struct printer *p, unsigned core,
                      const struct hki_event *event) {
  fprintf(p->file, "{\"name\":\"clock of core %u\",\"cat\":\"clock\",", core);
  put_common(p, "C", core, time_of(p, event->ticks));
  fprintf(p->file, ",\"args\":{\"kHz\":%llu}},\n", event->what);
}

static unsigned processor_of(const struct hk_trace *trace) {
  unsigned count = __atomic_load_n(&trace->count, __ATOMIC_ACQUIRE);
  while (count-- > 0)
    if (trace->events[count].kind == HKI_REGION)
      return trace->events[count].number - 1;
  return NONE;
}

/* For the cores that run there: as a rule workers stay where they are. */
static void put_cpu_clock(struct printer *p, const struct hki_event *event) {
  for (unsigned i = 0; i < p->parts->count; i++)
    if (p->processors[i] == event->number)
      put_clock(p, i, event);
}

/* Events that concern any core. */
static void put_other(struct printer *p, unsigned core,
                      const struct hki_event *event) {
  switch (event->kind) {
  case HKI_THREAD:
    fputs("{\"name\":\"thread\",\"cat\":\"thread\",\"s\":\"t\",", p->file);
    put_common(p, "i", core, time_of(p, event->ticks));
    fprintf(p->file, ",\"args\":{\"thread\":%u}},\n", event->number);
    break;
  case HKI_CLOCK:
    put_clock(p, event->number, event);
    break;
  case HKI_CPU:
    put_cpu_clock(p, event);
    break;
  case HKI_GATE: {
    unsigned long long begin = time_of(p, event->ticks);
    unsigned long long end = time_of(p, event->what);
    fputs("{\"name\":\"gated\",\"cat\":\"gate\",", p->file);
    put_common(p, "X", event->number / HKI_GATE_CORE, begin);
    fputs(",\"dur\":", p->file);
    put_time(p->file, end > begin ? end - begin : 0);
    fprintf(p->file, ",\"args\":{\"state\":%u}},\n",
            event->number % HKI_GATE_CORE);
    break;
  }
  }
}

static void put_lost(const struct printer *p, unsigned core,
                     unsigned long long ticks, unsigned lost) {
  fprintf(p->file, "{\"name\":\"%u events lost\",\"cat\":\"lost\",\"s\":\"t\",",
          lost);
  put_common(p, "i", core, time_of(p, ticks));
  fprintf(p->file, ",\"args\":{\"lost\":%u}},\n", lost);
}

/* All events of a buffer. */
static void put_buffer(struct printer *p, const struct hk_trace *trace) {
  unsigned lost = __atomic_load_n(&trace->lost, __ATOMIC_ACQUIRE);
  unsigned count = __atomic_load_n(&trace->count, __ATOMIC_ACQUIRE);
  const struct hki_traced_region *region = NULL;
  unsigned depth = 0;
  for (unsigned i = 0; i < count; i++) {
    const struct hki_event *event = &trace->events[i];
    unsigned kind = event->kind;
    if (kind == HKI_REGION) {
      region = &p->parts->regions[event->what];
      put_region(p, trace->core, region, event);
    } else if (kind == HKI_WAIT) {
      put_wait(p, trace->core, region, event);
    } else if (kind == HKI_TASK || kind == HKI_PART) {
      put_task(p, trace->core, region, event);
    } else if (kind != HKI_END) {
      put_other(p, trace->core, event);
      continue;
    } else if (depth > 0) {
      put_end(p, trace->core, event->ticks, false);
    }
    depth += kind != HKI_END ? 1 : depth > 0 ? -1u : 0;
  }
  unsigned long long last = lost ? trace->full : p->parts->end.ticks;
  while (depth-- > 0)
    put_end(p, trace->core, last, true);
  if (lost)
    put_lost(p, trace->core, trace->full, lost);
}

static void put_metadata(const struct printer *p, const char *what,
                         unsigned core, const char *name) {
  fprintf(p->file,
          "{\"name\":\"%s\",\"ph\":\"M\",\"pid\":%ld,\"tid\":%u,"
          "\"args\":{\"name\":",
          what, p->process, core);
  put_string(p->file, name);
  fputs("}},\n", p->file);
}

static void put_names(struct printer *p,
                      const struct hki_traced_region *region) {
  const struct hk_names *names = names_of(region);
  fprintf(p->file, "\n  {\"name\":");
  put_string(p->file, region->name);
  fprintf(p->file, ",\"cores\":%u,\"tasks\":[", region->cores);
  for (unsigned i = 0; names && i < names->count; i++) {
    fputs(i ? "," : "", p->file);
    put_string(p->file, names->tasks[i]);
  }
  fputs("]}", p->file);
}

/* After the events, which say what regions there are. */
static void put_other_data(struct printer *p, const char *program) {
  const struct hki_trace_parts *parts = p->parts;
  fputs("\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"hocket-trace\":1,"
        "\"program\":",
        p->file);
  put_string(p->file, program);
  fprintf(p->file,
          ",\"process\":%ld,\"clock\":\"monotonic\",\"counter\":\"%s\","
          "\"cores\":%u,\n \"begin\":",
          p->process, parts->has_ticks ? "cycles" : "system", parts->count);
  put_time(p->file, parts->begin.time);
  fputs(",\"end\":", p->file);
  put_time(p->file, parts->end.time);
  fprintf(p->file, ",\"entered\":%u,\"sequential\":%u,\"handover\":%u,",
          __atomic_load_n(&hki_team.entered, __ATOMIC_RELAXED),
          __atomic_load_n(&hki_team.refused, __ATOMIC_RELAXED),
          __atomic_load_n(&hk_handover, __ATOMIC_RELAXED));
  fputs("\"lost\":[", p->file);
  for (unsigned i = 0; i < parts->count; i++)
    fprintf(p->file, "%s%u", i ? "," : "",
            parts->cores[i]
                ? __atomic_load_n(&parts->cores[i]->lost, __ATOMIC_RELAXED)
                : 0);
  fprintf(p->file, "],\"lost-elsewhere\":%u,\n \"regions\":[",
          __atomic_load_n(&parts->spare->lost, __ATOMIC_RELAXED));
  for (unsigned i = 0; i < p->regions.count; i++) {
    fputs(i ? "," : "", p->file);
    put_names(p, p->regions.items[i]);
  }
  fputs("]}}\n", p->file);
}

static void put_events(struct printer *p) {
  const struct hki_trace_parts *parts = p->parts;
  for (unsigned i = 0; i < parts->count; i++)
    p->processors[i] = parts->cores[i] ? processor_of(parts->cores[i]) : NONE;
  for (unsigned i = 0; i < parts->count; i++)
    if (parts->cores[i])
      put_buffer(p, parts->cores[i]);
  unsigned count = __atomic_load_n(&parts->spare->count, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < count; i++)
    put_other(p, 0, &parts->spare->events[i]);
}

bool hki_trace_print(FILE *file, const struct hki_trace_parts *parts) {
  unsigned long long ticks = parts->end.ticks - parts->begin.ticks;
  unsigned long long time = parts->end.time - parts->begin.time;
  struct printer p = {.file = file, .parts = parts};
  p.rate = ticks ? (double)time / (double)ticks : 0;
  p.process = hki_platform_process();
  char program[256];
  hki_platform_program(program, sizeof program);
  fputs("{\"traceEvents\":[\n", file);
  put_events(&p);
  for (unsigned i = 0; i < parts->count; i++) {
    char name[32];
    snprintf(name, sizeof name, "core %u", i);
    put_metadata(&p, "thread_name", i, name);
  }
  put_metadata(&p, "process_name", 0, program);
  /* The last one, which no comma follows. */
  fprintf(file,
          "{\"name\":\"process_labels\",\"ph\":\"M\",\"pid\":%ld,\"tid\":0,"
          "\"args\":{\"labels\":\"Hocket\"}}\n],\n",
          p.process);
  put_other_data(&p, program);
  free(p.regions.items);
  free(p.flags.items);
  return !ferror(file);
}
