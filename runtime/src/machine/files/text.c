/* SPDX-License-Identifier: Apache-2.0
 *
 * Each function opens, does one thing and closes: what is open is the caller's
 * business, and files of sysfs come and go with their processor.
 */
#define _GNU_SOURCE
#include "machine/files/text.h"

#include "machine/files/line.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

bool hki_files_is_path(const char *path) {
  if (path[0] != '/' || strlen(path) >= HKI_PATH_ROOM / 2)
    return false;
  while (*path == '/') {
    size_t length = strcspn(++path, "/");
    bool isDots = length <= 2 && strspn(path, ".") >= length;
    if (isDots) /* "", "." and ".." */
      return false;
    path += length;
  }
  return true;
}

int hki_text_path(const struct hki_files *files, const char *path,
                  char *whole) {
  if (!hki_files_is_path(path))
    return -EINVAL;
  struct hki_line line = hki_line_in(whole, HKI_PATH_ROOM);
  hki_line_add(&line, files->root);
  hki_line_add(&line, path);
  return line.is_cut ? -ENAMETOOLONG : 0;
}

int hki_files_open(const struct hki_files *files, const char *path, int flags) {
  char whole[HKI_PATH_ROOM];
  int error = hki_text_path(files, path, whole);
  return error ? error
               : files->calls->open(AT_FDCWD, whole, flags | O_CLOEXEC, 0);
}

/* The bytes until the end, at most `room`. */
static long read_all(const struct hki_files *files, int file, char *text,
                     size_t room) {
  size_t length = 0;
  while (length < room) {
    long more = files->calls->read(file, text + length, room - length);
    if (more < 0)
      return more;
    if (more == 0)
      break;
    length += (size_t)more;
  }
  return (long)length;
}

int hki_text_read(const struct hki_files *files, const char *path, char *text,
                  size_t room) {
  text[0] = 0;
  int file = hki_files_open(files, path, O_RDONLY);
  if (file < 0)
    return file;
  long length = read_all(files, file, text, room);
  files->calls->close(file);
  if (length < 0 || (size_t)length == room) {
    text[0] = 0;
    return length < 0 ? (int)length : -EFBIG;
  }
  while (length > 0 && text[length - 1] == '\n')
    length--;
  text[length] = 0;
  return (int)length;
}

int hki_text_write(const struct hki_files *files, const char *path,
                   const char *text) {
  /* Truncating does nothing to sysfs and cgroups, and makes a plain file in a
   * test's tree hold what was written. */
  int file = hki_files_open(files, path, O_WRONLY | O_TRUNC);
  if (file < 0)
    return file;
  const char *written = text[0] ? text : "\n";
  size_t length = strlen(written);
  long result = files->calls->write(file, written, length);
  /* Some file systems tell of a failure only now. */
  int closed = files->calls->close(file);
  if (result < 0)
    return (int)result;
  return (size_t)result == length ? closed : -EIO;
}
