/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a file's pieces. Its program may have ended between any two stores:
 * a piece without a kind, at the end, is one that was being made. All else that
 * does not fit is damage.
 */
#include "trace/image.h"

#include <stdarg.h>
#include <string.h>

/* Nanoseconds; a machine that runs for longer has other problems. */
#define LATEST ((uint64_t)1 << 60)

/* The bytes, and what is wrong with them. */
struct source {
  const char *bytes;
  uint64_t size;
  char *problem;
};

static bool fail(struct source *source, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(source->problem, HKI_PROBLEM_ROOM, format, arguments);
  va_end(arguments);
  return false;
}

static bool has_mark(const struct hki_piece *piece) {
  return memcmp(piece->mark, HKI_RECORD_MARK, sizeof piece->mark) == 0;
}

bool hki_image_is_record(const void *bytes, size_t size) {
  return size >= sizeof(struct hki_piece) && has_mark(bytes);
}

static bool read_head(struct source *source, const struct hki_recording *head) {
  uint32_t swapped = (HKI_RECORD_ORDER & 0xff) << 24 |
                     (HKI_RECORD_ORDER & 0xff00) << 8 |
                     (HKI_RECORD_ORDER >> 8 & 0xff00) | HKI_RECORD_ORDER >> 24;
  if (source->size < sizeof *head)
    return fail(source, "the recording is cut off within its head");
  if (head->piece.kind == 0)
    return fail(source, "the recording ends before it begins");
  if (head->order == swapped)
    return fail(source, "recorded by a processor with another byte order");
  if (head->order != HKI_RECORD_ORDER || head->piece.kind != HKI_PIECE_HEAD)
    return fail(source, "the recording's head is damaged");
  if (head->version != HKI_RECORD_VERSION)
    return fail(source, "the recording is of version %u; expected %u",
                head->version, HKI_RECORD_VERSION);
  if (!memchr(head->program, 0, sizeof head->program) ||
      head->piece.size < sizeof *head || head->piece.size % 8 ||
      head->begin.time >= LATEST)
    return fail(source, "the recording's head is damaged");
  for (unsigned i = 0; i < HKI_TRACED_REGIONS; i++)
    if (!memchr(head->regions[i].name, 0, HKI_REGION_NAME))
      return fail(source, "the name of region %u is damaged", i);
  return true;
}

/* All that the printer follows. */
static bool read_event(struct source *source, const struct hki_recording *head,
                       const struct hki_event *event) {
  bool is_good =
      event->kind < HKI_EVENT_KINDS &&
      (event->kind != HKI_REGION || (event->what < HKI_TRACED_REGIONS &&
                                     head->regions[event->what].name[0]));
  uint64_t at = (uint64_t)((const char *)event - source->bytes);
  return is_good || fail(source, "the event at byte %llu is damaged",
                         (unsigned long long)at);
}

static bool read_buffer(struct source *source, const struct hki_recording *head,
                        const struct hki_buffer *buffer) {
  uint64_t size = buffer->piece.size;
  uint64_t events = sizeof *buffer > size ? 0 : size - sizeof *buffer;
  if (sizeof *buffer > size || buffer->count > buffer->room ||
      buffer->room > events / sizeof(struct hki_event) ||
      buffer->moment_count > HKI_MOMENTS)
    return fail(source, "the buffer of core %u is damaged",
                buffer->piece.number);
  for (uint32_t i = 0; i < buffer->count; i++)
    if (!read_event(source, head, &buffer->events[i]))
      return false;
  return true;
}

static bool read_core(struct source *source, struct hki_image *image,
                      const struct hki_buffer *buffer) {
  uint32_t core = buffer->piece.number;
  if (core >= HKI_RECORD_CORES || image->cores[core])
    return fail(source, "core %u cannot be twice in a recording", core);
  if (!read_buffer(source, image->head, buffer))
    return false;
  image->cores[core] = buffer;
  image->missing--;
  if (image->core_count <= core)
    image->core_count = core + 1;
  return true;
}

static bool read_piece(struct source *source, struct hki_image *image,
                       uint64_t at, const struct hki_piece *piece) {
  switch (piece->kind) {
  case HKI_PIECE_CORE:
    return read_core(source, image, (const void *)piece);
  case HKI_PIECE_SPARE:
    image->spare = (const void *)piece;
    return read_buffer(source, image->head, image->spare);
  case HKI_PIECE_NAMES:
    if (image->text_count == HKI_MOST_TEXTS)
      return fail(source, "the recording has too many pieces with names");
    image->texts[image->text_count++] =
        (struct hki_texts){at, piece->size, (const char *)piece};
    return true;
  default:
    return fail(source, "no piece is of kind %u, at byte %llu", piece->kind,
                (unsigned long long)at);
  }
}

static bool read_pieces(struct source *source, struct hki_image *image) {
  uint64_t at = image->head->piece.size;
  if (source->size < image->head->size || source->size < at)
    return fail(source, "the recording is cut off after %llu bytes",
                (unsigned long long)source->size);
  while (at < source->size) {
    const struct hki_piece *piece = (const void *)(source->bytes + at);
    uint64_t rest = source->size - at;
    bool is_there = rest >= sizeof *piece;
    if (is_there && piece->kind == 0)
      break; /* it was being made */
    if (!is_there || (has_mark(piece) && piece->size > rest))
      return fail(source, "the recording is cut off after %llu bytes",
                  (unsigned long long)source->size);
    if (!has_mark(piece) || piece->size < sizeof *piece || piece->size % 8)
      return fail(source, "the recording is damaged at byte %llu",
                  (unsigned long long)at);
    if (!read_piece(source, image, at, piece))
      return false;
    at += piece->size;
  }
  return true;
}

static const char *texts_of(const struct hki_image *image,
                            const struct hki_traced_region *region) {
  for (unsigned i = 0; i < image->text_count; i++) {
    const struct hki_texts *texts = &image->texts[i];
    if (region->texts >= texts->offset &&
        region->texts - texts->offset <= texts->size &&
        region->text_size <= texts->size - (region->texts - texts->offset))
      return texts->bytes + (region->texts - texts->offset);
  }
  return NULL;
}

/* Its names are all there, each with its end. */
static bool read_names(struct source *source, const struct hki_image *image,
                       const struct hki_traced_region *region) {
  if (region->texts == 0 || region->texts >= image->head->size)
    return true;
  const char *text = texts_of(image, region);
  uint64_t flags = (uint64_t)region->flag_count * sizeof(uint32_t);
  bool is_good = text && region->texts % 4 == 0 && flags <= region->text_size;
  uint64_t at = flags;
  for (uint32_t i = 0; is_good && i < region->task_count; i++) {
    const char *end = memchr(text + at, 0, region->text_size - at);
    is_good = end != NULL;
    at = end ? (uint64_t)(end - text) + 1 : at;
  }
  return is_good ||
         fail(source, "the names of region '%.60s' are damaged", region->name);
}

static void look_at(struct hki_moment *latest, const struct hki_buffer *buffer,
                    uint64_t *end) {
  for (uint32_t i = 0; i < buffer->moment_count; i++)
    if (buffer->moments[i].ticks > latest->ticks)
      *latest = buffer->moments[i];
  for (uint32_t i = 0; i < buffer->count; i++)
    if (buffer->events[i].ticks > *end)
      *end = buffer->events[i].ticks;
}

/* The recording ends with its last event. Ticks are as fast as they were from
 * its beginning to the last moment of which the time is known. */
static void find_end(struct hki_image *image) {
  const struct hki_moment *begin = &image->head->begin;
  struct hki_moment latest = *begin;
  uint64_t end = begin->ticks;
  for (uint32_t i = 0; i < image->core_count; i++)
    if (image->cores[i])
      look_at(&latest, image->cores[i], &end);
  double rate = image->head->has_ticks ? 0 : 1;
  if (latest.ticks > begin->ticks && latest.time > begin->time)
    rate = (double)(latest.time - begin->time) /
           (double)(latest.ticks - begin->ticks);
  double length = (double)(end - begin->ticks) * rate;
  if (!(length < (double)LATEST))
    length = (double)LATEST;
  image->end = (struct hki_moment){end, begin->time + (uint64_t)length};
}

bool hki_image_read(struct hki_image *image, const void *bytes, size_t size,
                    char problem[static HKI_PROBLEM_ROOM]) {
  struct source source = {bytes, size, problem};
  *image = (struct hki_image){.head = bytes, .core_count = 1};
  if (!read_head(&source, image->head))
    return false;
  image->missing = image->head->cores;
  if (!read_pieces(&source, image))
    return false;
  if (image->missing > HKI_RECORD_CORES) /* the last one's was being made */
    image->missing = 0;
  for (unsigned i = 0; i < HKI_TRACED_REGIONS; i++)
    if (!read_names(&source, image, &image->head->regions[i]))
      return false;
  find_end(image);
  return true;
}

const char *hki_image_task(const struct hki_image *image,
                           const struct hki_traced_region *region,
                           uint32_t task) {
  const char *text = region->texts ? texts_of(image, region) : NULL;
  if (!text || task >= region->task_count)
    return NULL;
  text += region->flag_count * sizeof(uint32_t);
  while (task-- > 0)
    text += strlen(text) + 1;
  return text;
}

uint32_t hki_image_signaller(const struct hki_image *image,
                             const struct hki_traced_region *region,
                             uint64_t flag) {
  const char *text = region->texts ? texts_of(image, region) : NULL;
  uint64_t distance = flag - region->flags;
  if (!text || flag < region->flags || region->flag_size == 0 ||
      distance % region->flag_size != 0 ||
      distance / region->flag_size >= region->flag_count)
    return HKI_NO_TASK;
  uint32_t task;
  memcpy(&task, text + distance / region->flag_size * sizeof task, sizeof task);
  return task;
}
