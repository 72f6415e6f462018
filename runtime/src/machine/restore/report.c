/* SPDX-License-Identifier: Apache-2.0
 *
 * Writers append and readers remove under a lock, so that no line is lost or
 * told twice. A file that nobody reads begins anew when it has become long:
 * what could not be put back is in its journal.
 */
#define _GNU_SOURCE
#include "machine/restore/report.h"

#include "machine/format/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 10 };

static const char name[] = "/report";

void hki_report_begin(struct hki_report *report, const char *path,
                      const struct hki_owner *owner, const char *by) {
  report->journal = path;
  report->owner = owner;
  report->by = by;
  report->changes = report->put_back = 0;
  report->details = hki_line_in(report->text, sizeof report->text);
}

void hki_report_hear(void *context, const struct hki_undone *undone) {
  struct hki_report *report = context;
  char text[2 * HKI_VALUE_ROOM + HKI_PATH_ROOM];
  enum hki_kind kind = undone->change->kind;
  if (kind == HKI_CLAIM || kind == HKI_CLOCK_CLAIM)
    return;
  report->changes++;
  report->put_back += undone->change->outcome == HKI_PUT_BACK;
  if (undone->change->outcome == HKI_PUT_BACK)
    return;
  struct hki_line line = hki_line_in(text, sizeof text);
  hki_undo_explain(undone, &line);
  /* Whole lines, as many as there is room for. */
  if (report->details.length + line.length + 2 > sizeof report->text)
    return;
  hki_line_add(&report->details, text);
  hki_line_add(&report->details, "\n");
}

/* Opens the file and locks it; one that was removed meanwhile is none. */
static int open_locked(const char *path, int flags) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  for (;;) {
    struct stat status;
    int file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0)
      return -errno;
    int result;
    do
      result = fcntl(file, F_SETLKW, &whole);
    while (result != 0 && errno == EINTR);
    int error = result == 0 && fstat(file, &status) == 0 ? 0 : -errno;
    if (!error && (!S_ISREG(status.st_mode) || status.st_uid != geteuid()))
      error = -EPERM;
    if (!error && status.st_nlink > 0)
      return file;
    close(file);
    if (error)
      return error;
  }
}

static void add_number(struct hki_line *line, const char *before,
                       unsigned long long number) {
  hki_line_add(line, before);
  hki_line_add_number(line, number);
}

/* A report that cannot be written is lost: the journal has what was not put
 * back. */
static void append(const struct hki_report *report, const char *path) {
  char text[HKI_REPORT_ROOM + 256];
  struct stat status;
  int file = open_locked(path, O_RDWR | O_CREAT | O_APPEND);
  if (file < 0)
    return;
  if (fstat(file, &status) == 0 && status.st_size > MOST_BYTES &&
      ftruncate(file, 0) != 0) {
    close(file);
    return;
  }
  struct hki_line line = hki_line_in(text, sizeof text);
  hki_line_add(&line, "after the end of ");
  hki_line_add(&line, report->owner->name);
  add_number(&line, ", pid ", report->owner->pid);
  add_number(&line, ": ", report->put_back);
  add_number(&line, " of ", report->changes);
  hki_line_add(&line, " changes put back by ");
  hki_line_add(&line, report->by);
  hki_line_add(&line, "\n");
  hki_line_add(&line, report->text);
  hki_system_calls.write(file, line.text, line.length);
  close(file);
}

void hki_report_end(void *context) {
  const struct hki_report *report = context;
  char path[HKI_PATH_ROOM + sizeof name];
  const char *end = strrchr(report->journal, '/');
  if (report->changes == 0)
    return;
  struct hki_line line = hki_line_in(path, sizeof path);
  hki_line_add_bytes(&line, report->journal, (size_t)(end - report->journal));
  hki_line_add(&line, name);
  append(report, path);
}

static void tell_lines(char *text,
                       void (*each)(void *context, const char *line),
                       void *context) {
  for (char *line = text, *end; *line; line = end + 1) {
    end = line + strcspn(line, "\n");
    bool isLast = *end == 0;
    *end = 0;
    each(context, line);
    if (isLast)
      break;
  }
}

/* The file's text, to be freed; it is removed before it is told. */
static char *read_text(int file, const char *path, bool stays) {
  struct stat status;
  char *text =
      fstat(file, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
  size_t length = 0;
  long more = 1;
  while (text && length < (size_t)status.st_size && more > 0) {
    more = hki_system_calls.read(file, text + length,
                                 (size_t)status.st_size - length);
    length += more > 0 ? (size_t)more : 0;
  }
  if (text) {
    text[length] = 0;
    if (!stays)
      unlink(path);
  }
  return text;
}

int hki_report_tell(const char *wanted, bool stays,
                    void (*each)(void *context, const char *line),
                    void *context) {
  char path[HKI_PATH_ROOM + sizeof name];
  int error = hki_folder_find(wanted, path);
  if (error)
    return error;
  memcpy(path + strlen(path), name, sizeof name);
  int file = open_locked(path, O_RDWR);
  if (file < 0)
    return file;
  char *text = read_text(file, path, stays);
  close(file);
  if (!text)
    return -ENOMEM;
  tell_lines(text, each, context);
  free(text);
  return 0;
}
