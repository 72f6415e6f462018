/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine/restore/reader.h"

#include "machine/files/registers.h"

#include "machine/files/line.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 20 };

bool hki_reader_may_name(const char *path) {
  static const char *const folders[] = {"/sys/", "/proc/", "/dev/cpuset/",
                                        "/cgroup/"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    if (strncmp(path, folders[i], strlen(folders[i])) == 0)
      return hki_files_is_path(path);
  return hki_registers_is_path(path);
}

static void *allocate(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/* Record locks, as they end with the process and no child has them. */
static int lock(int file) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int result;
  do
    result = fcntl(file, F_SETLKW, &whole);
  while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : -errno;
}

/* Who may undo it has written it; root's may be read by all. */
static int check_file(int file, bool isToUndo, size_t *size) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return -errno;
  if (status.st_nlink == 0) /* removed while we waited for the lock */
    return -ENOENT;
  bool isTrusted =
      status.st_uid == geteuid() || (status.st_uid == 0 && !isToUndo);
  if (!S_ISREG(status.st_mode) || !isTrusted || (status.st_mode & 022))
    return -EPERM;
  if (status.st_size > MOST_BYTES)
    return -EFBIG;
  *size = (size_t)status.st_size;
  return 0;
}

static int read_text(struct hki_reader *reader, size_t size) {
  reader->text_bytes = size + 1;
  reader->text = allocate(reader->text_bytes);
  if (!reader->text)
    return -ENOMEM;
  size_t length = 0;
  while (length < size) {
    ssize_t more = pread(reader->file, (char *)reader->text + length,
                         size - length, (off_t)length);
    if (more < 0 && errno != EINTR)
      return -errno;
    if (more == 0)
      break;
    length += more > 0 ? (size_t)more : 0;
  }
  return memchr(reader->text, 0, length) ? -EBADMSG : 0;
}

static bool number_field(const char *text, unsigned long long *number) {
  return hki_line_number(&text, number) && !*text;
}

static bool copy_field(const char *text, char *to, size_t room) {
  struct hki_line line = hki_line_in(to, room);
  hki_line_add(&line, text);
  return !line.is_cut;
}

static bool take_header(struct hki_reader *reader,
                        const struct hki_record *record) {
  struct hki_owner *owner = &reader->owner;
  reader->root = record->field[4];
  return record->kind == HKI_HEADER && record->number == 1 &&
         copy_field(record->field[0], owner->boot, sizeof owner->boot) &&
         number_field(record->field[1], &owner->space) &&
         number_field(record->field[2], &owner->pid) &&
         number_field(record->field[3], &owner->start) &&
         copy_field(record->field[5], owner->name, sizeof owner->name) &&
         owner->pid > 0 && owner->pid <= INT_MAX;
}

static bool take_affinity(struct hki_change *change,
                          const struct hki_record *record) {
  change->old = record->field[2];
  change->wanted = record->field[3];
  return number_field(record->field[0], &change->tid) && change->tid > 0 &&
         change->tid <= INT_MAX &&
         number_field(record->field[1], &change->start);
}

/* A change that was not there before: they are numbered as they come. */
static bool take_change(struct hki_reader *reader,
                        const struct hki_record *record) {
  if (record->number != reader->count + 1)
    return false;
  struct hki_change *change = &reader->changes[reader->count++];
  *change = (struct hki_change){.kind = record->kind, .number = record->number};
  if (record->kind == HKI_AFFINITY)
    return take_affinity(change, record);
  if (record->kind == HKI_CLAIM || record->kind == HKI_CLOCK_CLAIM) {
    change->wanted = record->field[0];
    return true;
  }
  change->path = record->field[0];
  change->old = record->field[1];
  change->wanted = record->field[2];
  bool has_home = record->kind == HKI_FOLDER && change->old[0];
  return hki_reader_may_name(change->path) &&
         (!has_home || hki_reader_may_name(change->old));
}

static bool take_record(struct hki_reader *reader,
                        const struct hki_record *record) {
  if (reader->line == 1)
    return take_header(reader, record);
  bool isNews = record->kind == HKI_AGAIN || record->kind == HKI_NOW ||
                record->kind == HKI_UNDONE;
  if (!isNews)
    return record->kind != HKI_HEADER && take_change(reader, record);
  if (record->number < 1 || record->number > reader->count)
    return false;
  struct hki_change *change = &reader->changes[record->number - 1];
  if (record->kind == HKI_UNDONE)
    change->outcome = HKI_PUT_BACK;
  else if (record->kind == HKI_NOW)
    change->now = record->field[0];
  else
    change->wanted = record->field[0], change->now = NULL;
  return true;
}

static int parse(struct hki_reader *reader) {
  char *text = reader->text;
  size_t lines = 1;
  for (char *at = text; (at = strchr(at, '\n')); at++)
    lines++;
  reader->changes_bytes = lines * sizeof *reader->changes;
  reader->changes = allocate(reader->changes_bytes);
  if (!reader->changes)
    return -ENOMEM;
  unsigned sum = HKI_FIRST_SUM;
  while (*text) {
    char *end = strchr(text, '\n');
    reader->line++;
    reader->is_torn = !end;
    if (!end)
      break;
    *end = 0;
    struct hki_record record;
    if (hki_record_parse(text, &record, &sum) != 0 ||
        !take_record(reader, &record))
      return -EBADMSG;
    text = end + 1;
  }
  return reader->root ? 0 : -EBADMSG;
}

int hki_reader_open(struct hki_reader *reader, const char *path,
                    bool wants_lock) {
  *reader = (struct hki_reader){.file = -1};
  int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
  /* For a write lock the file has to be open for writing. */
  reader->file = open(path, flags | (wants_lock ? O_RDWR : O_RDONLY));
  if (reader->file < 0)
    return errno == ELOOP ? -EPERM : -errno;
  size_t size;
  int error = check_file(reader->file, wants_lock, &size);
  if (!error && wants_lock) {
    error = lock(reader->file);
    if (!error)
      error = check_file(reader->file, wants_lock, &size);
  }
  if (!error)
    error = read_text(reader, size);
  if (!error)
    error = parse(reader);
  if (error)
    hki_reader_close(reader);
  return error;
}

void hki_reader_close(struct hki_reader *reader) {
  if (reader->text)
    munmap(reader->text, reader->text_bytes);
  if (reader->changes)
    munmap(reader->changes, reader->changes_bytes);
  if (reader->file >= 0)
    close(reader->file);
  reader->text = NULL;
  reader->changes = NULL;
  reader->file = -1;
}
