/* SPDX-License-Identifier: Apache-2.0
 *
 * The process's memory, as /proc/self/maps has it: lines that begin with
 * "00400000-00401000 r-xp ". It is read in parts, for there may be thousands.
 */
#define _GNU_SOURCE
#include "platform/children.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct reader {
  int file;
  unsigned at, end;
  bool is_broken;
  char text[8192];
};

/* The next character; 0 at the end. */
static char next(struct reader *reader) {
  if (reader->at == reader->end) {
    ssize_t got;
    do
      got = read(reader->file, reader->text, sizeof reader->text);
    while (got < 0 && errno == EINTR);
    reader->is_broken |= got < 0;
    reader->at = 0;
    reader->end = got > 0 ? (unsigned)got : 0;
    if (got <= 0)
      return 0;
  }
  return reader->text[reader->at++];
}

/* A hexadecimal number and the character behind it, which is `end`. */
static unsigned long number(struct reader *reader, char end) {
  static const char digits[] = "0123456789abcdef";
  unsigned long value = 0;
  for (;;) {
    char c = next(reader);
    const char *digit = c ? strchr(digits, c) : NULL;
    if (!digit) {
      reader->is_broken |= c != end;
      return value;
    }
    value = value << 4 | (unsigned long)(digit - digits);
  }
}

/* A line; false at the end. */
static bool read_area(struct reader *reader, struct hki_area *area) {
  area->begin = number(reader, '-');
  if (reader->is_broken)
    return false;
  area->end = number(reader, ' ');
  area->is_readable = next(reader) == 'r';
  area->is_writable = next(reader) == 'w';
  next(reader);
  area->is_shared = next(reader) == 's';
  char c;
  while ((c = next(reader)) != '\n' && c != 0)
    ;
  reader->is_broken |= c == 0;
  return !reader->is_broken;
}

/* The end of the file is where a number would begin. */
static bool is_at_end(struct reader *reader) {
  if (next(reader) == 0)
    return true;
  reader->at--;
  return false;
}

static bool continues(const struct hki_area *a, const struct hki_area *b) {
  return a->end == b->begin && a->is_readable == b->is_readable &&
         a->is_writable == b->is_writable && a->is_shared == b->is_shared;
}

static int read_all(struct reader *reader, struct hki_area *areas,
                    unsigned room) {
  unsigned count = 0;
  struct hki_area area;
  while (!is_at_end(reader)) {
    if (!read_area(reader, &area))
      return -1;
    if (count > 0 && continues(&areas[count - 1], &area))
      areas[count - 1].end = area.end;
    else if (count == room)
      return -1;
    else
      areas[count++] = area;
  }
  return reader->is_broken ? -1 : (int)count;
}

int hki_platform_areas(struct hki_area *areas, unsigned room) {
  struct reader reader = {.at = 0, .end = 0, .is_broken = false};
  reader.file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (reader.file < 0)
    return -1;
  int count = read_all(&reader, areas, room);
  close(reader.file);
  return count;
}
