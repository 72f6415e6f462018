/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine/files/files.h"

#include "machine/files/line.h"
#include "machine/files/registers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

int hki_files_read(const struct hki_files *files, const char *path, char *text,
                   size_t room) {
  if (hki_registers_is_path(path)) {
    text[0] = 0;
    return hki_registers_read_path(files, path, text, room);
  }
  return hki_text_read(files, path, text, room);
}

int hki_files_read_number(const struct hki_files *files, const char *path,
                          long *number) {
  char text[32];
  int length = hki_files_read(files, path, text, sizeof text);
  if (length < 0)
    return length == -EFBIG ? -EBADMSG : length;
  const char *at = text + (text[0] == '-');
  unsigned long long value;
  if (!hki_line_number(&at, &value) || *at || value > LONG_MAX)
    return -EBADMSG;
  *number = text[0] == '-' ? -(long)value : (long)value;
  return 0;
}

int hki_files_write(const struct hki_files *files, const char *path,
                    const char *text) {
  return hki_registers_is_path(path)
             ? hki_registers_write_path(files, path, text)
             : hki_text_write(files, path, text);
}

bool hki_files_exists(const struct hki_files *files, const char *path) {
  int file = hki_files_open(files, path, O_PATH);
  if (file >= 0)
    files->calls->close(file);
  return file >= 0;
}

int hki_files_may_write(const struct hki_files *files, const char *path) {
  int file = hki_files_open(files, path, O_WRONLY);
  return file < 0 ? file : files->calls->close(file);
}

int hki_files_list(const struct hki_files *files, const char *folder,
                   int (*each)(void *context, const char *name),
                   void *context) {
  int file = hki_files_open(files, folder, O_RDONLY | O_DIRECTORY);
  if (file < 0)
    return file;
  DIR *names = fdopendir(file);
  if (!names) {
    int error = errno;
    files->calls->close(file);
    return -error;
  }
  int result = 0;
  while (result == 0) {
    errno = 0;
    struct dirent *entry = readdir(names);
    if (!entry) {
      result = -errno;
      break;
    }
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      result = each(context, entry->d_name);
  }
  closedir(names);
  return result;
}

int hki_files_make_folder(const struct hki_files *files, const char *path) {
  char whole[HKI_PATH_ROOM];
  int error = hki_text_path(files, path, whole);
  return error ? error : files->calls->make_folder(whole);
}

int hki_files_remove_folder(const struct hki_files *files, const char *path) {
  char whole[HKI_PATH_ROOM];
  int error = hki_text_path(files, path, whole);
  return error ? error : files->calls->remove_folder(whole);
}
