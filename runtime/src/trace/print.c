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
#include "trace/print.h"

#include <stdlib.h>

/* What the file shows for positions in the table and for addresses: positions
 * in these, by first use. */
struct list {
  uint64_t *items;
  unsigned count, room;
};

struct printer {
  FILE *file;
  const struct hki_image *image;
  double rate; /* nanoseconds a tick */
  struct list regions;
  struct list flags; /* that no region has */
  /* By core: its processor in its last region, NONE; its latest clock, 0. */
  unsigned processors[HKI_RECORD_CORES];
  struct hki_event clocks[HKI_RECORD_CORES];
};

enum { NONE = ~0u };

/* \returns the item's position; NONE without memory. */
static unsigned position(struct list *list, uint64_t item) {
  for (unsigned i = list->count; i-- > 0;)
    if (list->items[i] == item)
      return i;
  if (list->count == list->room) {
    unsigned room = 2 * list->room + 16;
    uint64_t *more = realloc(list->items, room * sizeof *more);
    if (!more)
      return NONE;
    list->items = more;
    list->room = room;
  }
  list->items[list->count] = item;
  return list->count++;
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

/* Of damaged ticks, some time. */
static unsigned long long time_of(const struct printer *p, uint64_t ticks) {
  const struct hki_moment *begin = &p->image->head->begin;
  const double most = 4e18;
  double ns = ((double)ticks - (double)begin->ticks) * p->rate;
  if (ns < -(double)begin->time)
    return 0;
  return begin->time +
         (unsigned long long)(long long)(ns < most ? ns + 0.5 : most);
}

/* Microseconds. */
static void put_time(FILE *file, unsigned long long ns) {
  fprintf(file, "%llu.%03u", ns / 1000, (unsigned)(ns % 1000));
}

/* What all events have but for their names. */
static void put_common(const struct printer *p, const char *phase,
                       unsigned core, unsigned long long ns) {
  fprintf(p->file, "\"ph\":\"%s\",\"pid\":%llu,\"tid\":%u,\"ts\":", phase,
          (unsigned long long)p->image->head->process, core);
  put_time(p->file, ns);
}

/* The core that ends its part of a region with this flag; NONE. */
static unsigned core_of(const struct hki_image *image, uint64_t flag) {
  for (unsigned i = 1; i < image->core_count; i++)
    if (image->cores[i] && image->cores[i]->done == flag)
      return i;
  return NONE;
}

static void put_wait(struct printer *p, unsigned core,
                     const struct hki_traced_region *region,
                     const struct hki_event *event) {
  unsigned awaited = core_of(p->image, event->what), task = HKI_NO_TASK;
  if (awaited == NONE && region)
    task = hki_image_signaller(p->image, region, event->what);
  const char *name = region ? hki_image_task(p->image, region, task) : NULL;
  fputs("{\"name\":\"wait for ", p->file);
  if (awaited != NONE)
    fprintf(p->file, "core %u", awaited);
  else if (name)
    put_text(p->file, name);
  else
    fprintf(p->file, "flag %u", position(&p->flags, event->what));
  fputs("\",\"cat\":\"wait\",", p->file);
  put_common(p, "B", core, time_of(p, event->ticks));
  fprintf(p->file, ",\"args\":{\"number\":%u", event->number);
  if (awaited != NONE)
    fprintf(p->file, ",\"core\":%u", awaited);
  if (task != HKI_NO_TASK)
    fprintf(p->file, ",\"task\":%u", task);
  fputs("}},\n", p->file);
}

static void put_task(struct printer *p, unsigned core,
                     const struct hki_traced_region *region,
                     const struct hki_event *event) {
  bool is_part = event->kind == HKI_PART;
  const char *name = is_part || !region
                         ? NULL
                         : hki_image_task(p->image, region, event->number);
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
  fprintf(p->file, ",\"args\":{\"region\":%u",
          position(&p->regions, event->what));
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

static void put_kilohertz(const struct printer *p, unsigned core,
                          uint64_t ticks, uint64_t khz) {
  fprintf(p->file, "{\"name\":\"clock of core %u\",\"cat\":\"clock\",", core);
  put_common(p, "C", core, time_of(p, ticks));
  fprintf(p->file, ",\"args\":{\"kHz\":%llu}},\n", (unsigned long long)khz);
}

static void put_clock(struct printer *p, unsigned core,
                      const struct hki_event *event) {
  put_kilohertz(p, core, event->ticks, event->what);
  if (p->clocks[core].what == 0 || event->ticks >= p->clocks[core].ticks)
    p->clocks[core] = *event;
}

/* The latest clocks once more, at the end: Chrome draws a value up to the next
 * one. */
static void put_last_clocks(const struct printer *p) {
  for (unsigned i = 0; i < p->image->core_count; i++)
    if (p->clocks[i].what != 0)
      put_kilohertz(p, i, p->image->end.ticks, p->clocks[i].what);
}

static unsigned processor_of(const struct hki_buffer *buffer) {
  unsigned count = __atomic_load_n(&buffer->count, __ATOMIC_ACQUIRE);
  while (count-- > 0)
    if (buffer->events[count].kind == HKI_REGION)
      return buffer->events[count].number - 1;
  return NONE;
}

/* For the cores that run there: as a rule workers stay where they are. */
static void put_cpu_clock(struct printer *p, const struct hki_event *event) {
  for (unsigned i = 0; i < p->image->core_count; i++)
    if (p->processors[i] == event->number)
      put_clock(p, i, event);
}

static void put_gate(struct printer *p, unsigned core,
                     const struct hki_event *event) {
  unsigned long long begin = time_of(p, event->ticks);
  unsigned long long end = time_of(p, event->what);
  fputs("{\"name\":\"gated\",\"cat\":\"gate\",", p->file);
  put_common(p, "X", core, begin);
  fputs(",\"dur\":", p->file);
  put_time(p->file, end > begin ? end - begin : 0);
  fprintf(p->file, ",\"args\":{\"state\":%u}},\n",
          event->number % HKI_GATE_CORE);
}

/* Events that concern any core. */
static void put_other(struct printer *p, unsigned core,
                      const struct hki_event *event) {
  unsigned most = p->image->core_count;
  switch (event->kind) {
  case HKI_THREAD:
    fputs("{\"name\":\"thread\",\"cat\":\"thread\",\"s\":\"t\",", p->file);
    put_common(p, "i", core, time_of(p, event->ticks));
    fprintf(p->file, ",\"args\":{\"thread\":%u}},\n", event->number);
    break;
  case HKI_CLOCK:
    if (event->number < most)
      put_clock(p, event->number, event);
    break;
  case HKI_CPU:
    put_cpu_clock(p, event);
    break;
  case HKI_GATE:
    if (event->number / HKI_GATE_CORE < most)
      put_gate(p, event->number / HKI_GATE_CORE, event);
    break;
  }
}

static void put_lost(const struct printer *p, unsigned core,
                     unsigned long long ticks, unsigned lost) {
  fprintf(p->file, "{\"name\":\"%u events lost\",\"cat\":\"lost\",\"s\":\"t\",",
          lost);
  put_common(p, "i", core, time_of(p, ticks));
  fprintf(p->file, ",\"args\":{\"lost\":%u}},\n", lost);
}

/* All events of a buffer, but for those that came when it was already being
 * printed. */
static void put_buffer(struct printer *p, unsigned core,
                       const struct hki_buffer *buffer) {
  unsigned lost = __atomic_load_n(&buffer->lost, __ATOMIC_ACQUIRE);
  unsigned count = __atomic_load_n(&buffer->count, __ATOMIC_ACQUIRE);
  const struct hki_traced_region *region = NULL;
  unsigned depth = 0;
  for (unsigned i = 0; i < count; i++) {
    const struct hki_event *event = &buffer->events[i];
    unsigned kind = event->kind;
    if (event->ticks > p->image->end.ticks)
      break;
    if (kind == HKI_REGION) {
      region = &p->image->head->regions[event->what];
      put_region(p, core, region, event);
    } else if (kind == HKI_WAIT) {
      put_wait(p, core, region, event);
    } else if (kind == HKI_TASK || kind == HKI_PART) {
      put_task(p, core, region, event);
    } else if (kind != HKI_END) {
      put_other(p, core, event);
      continue;
    } else if (depth > 0) {
      put_end(p, core, event->ticks, false);
    }
    depth += kind != HKI_END ? 1 : depth > 0 ? -1u : 0;
  }
  uint64_t last = p->image->end.ticks;
  if (lost && buffer->full < last)
    last = buffer->full;
  while (depth-- > 0)
    put_end(p, core, last, true);
  if (lost)
    put_lost(p, core, last, lost);
}

static void put_metadata(const struct printer *p, const char *what,
                         unsigned core, const char *name) {
  fprintf(p->file,
          "{\"name\":\"%s\",\"ph\":\"M\",\"pid\":%llu,\"tid\":%u,"
          "\"args\":{\"name\":",
          what, (unsigned long long)p->image->head->process, core);
  put_string(p->file, name);
  fputs("}},\n", p->file);
}

static void put_names(const struct printer *p,
                      const struct hki_traced_region *region) {
  fprintf(p->file, "\n  {\"name\":");
  put_string(p->file, region->name);
  fprintf(p->file, ",\"cores\":%u,\"tasks\":[", region->cores);
  for (unsigned i = 0; hki_image_task(p->image, region, i); i++) {
    fputs(i ? "," : "", p->file);
    put_string(p->file, hki_image_task(p->image, region, i));
  }
  fputs("]}", p->file);
}

static unsigned lost_of(const struct hki_buffer *buffer) {
  return buffer ? __atomic_load_n(&buffer->lost, __ATOMIC_RELAXED) : 0;
}

/* After the events, which say what regions there are. */
static void put_other_data(struct printer *p) {
  const struct hki_image *image = p->image;
  const struct hki_recording *head = image->head;
  fputs("\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"hocket-trace\":1,"
        "\"program\":",
        p->file);
  put_string(p->file, head->program);
  fprintf(p->file,
          ",\"process\":%llu,\"clock\":\"monotonic\",\"counter\":\"%s\","
          "\"cores\":%u,\n \"begin\":",
          (unsigned long long)head->process,
          head->has_ticks ? "cycles" : "system", image->core_count);
  put_time(p->file, head->begin.time);
  fputs(",\"end\":", p->file);
  put_time(p->file, image->end.time);
  fprintf(p->file, ",\"entered\":%u,\"sequential\":%u,\"handover\":%u,",
          head->entered, head->sequential, head->handover);
  if (image->missing)
    fprintf(p->file, "\"missing\":%u,", image->missing);
  fputs("\"lost\":[", p->file);
  for (unsigned i = 0; i < image->core_count; i++)
    fprintf(p->file, "%s%u", i ? "," : "", lost_of(image->cores[i]));
  fprintf(p->file, "],\"lost-elsewhere\":%u,\n \"regions\":[",
          lost_of(image->spare));
  for (unsigned i = 0; i < p->regions.count; i++) {
    fputs(i ? "," : "", p->file);
    put_names(p, &head->regions[p->regions.items[i]]);
  }
  fputs("]}}\n", p->file);
}

static void put_events(struct printer *p) {
  const struct hki_image *image = p->image;
  for (unsigned i = 0; i < image->core_count; i++)
    p->processors[i] = image->cores[i] ? processor_of(image->cores[i]) : NONE;
  for (unsigned i = 0; i < image->core_count; i++)
    if (image->cores[i])
      put_buffer(p, i, image->cores[i]);
  unsigned count = image->spare
                       ? __atomic_load_n(&image->spare->count, __ATOMIC_ACQUIRE)
                       : 0;
  for (unsigned i = 0; i < count; i++)
    if (image->spare->events[i].ticks <= image->end.ticks)
      put_other(p, 0, &image->spare->events[i]);
  put_last_clocks(p);
}

bool hki_trace_print(FILE *file, const struct hki_image *image) {
  const struct hki_recording *head = image->head;
  uint64_t ticks = image->end.ticks - head->begin.ticks;
  uint64_t time = image->end.time - head->begin.time;
  struct printer p = {.file = file, .image = image};
  p.rate = ticks ? (double)time / (double)ticks : 0;
  fputs("{\"traceEvents\":[\n", file);
  put_events(&p);
  for (unsigned i = 0; i < image->core_count; i++) {
    char name[32];
    snprintf(name, sizeof name, "core %u", i);
    put_metadata(&p, "thread_name", i, name);
    fprintf(file,
            "{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":%llu,"
            "\"tid\":%u,\"args\":{\"sort_index\":%u}},\n",
            (unsigned long long)head->process, i, i);
  }
  put_metadata(&p, "process_name", 0, head->program);
  /* The last one, which no comma follows. */
  fprintf(file,
          "{\"name\":\"process_labels\",\"ph\":\"M\",\"pid\":%llu,\"tid\":0,"
          "\"args\":{\"labels\":\"Hocket\"}}\n],\n",
          (unsigned long long)head->process);
  put_other_data(&p);
  free(p.regions.items);
  free(p.flags.items);
  return !ferror(file);
}
