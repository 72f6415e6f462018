/* SPDX-License-Identifier: Apache-2.0 */
#include "power/linux/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HIGH = 200 }; /* programs' own descriptors are mostly lower */

int hki_kept_open(struct hki_kept *kept, const struct hki_files *files,
                  const char *path) {
  struct stat status;
  kept->file = -1;
  if (strlen(path) >= sizeof kept->path)
    return -ENAMETOOLONG;
  memmove(kept->path, path, strlen(path) + 1);
  int file = hki_files_open(files, path, O_WRONLY);
  if (file < 0)
    return file;
  int high = fcntl(file, F_DUPFD_CLOEXEC, HIGH);
  if (high >= 0)
    files->calls->close(file);
  kept->file = high >= 0 ? high : file;
  if (fstat(kept->file, &status) != 0) {
    int error = -errno;
    files->calls->close(kept->file);
    kept->file = -1;
    return error;
  }
  kept->device = status.st_dev;
  kept->inode = status.st_ino;
  return 0;
}

static bool is_ours(const struct hki_kept *kept) {
  struct stat status;
  return kept->file >= 0 && fstat(kept->file, &status) == 0 &&
         status.st_dev == kept->device && status.st_ino == kept->inode;
}

int hki_kept_write(struct hki_kept *kept, const struct hki_files *files,
                   const void *bytes, size_t length) {
  int error = is_ours(kept) ? 0 : hki_kept_open(kept, files, kept->path);
  if (error < 0)
    return error;
  long written = files->calls->rewrite(kept->file, bytes, length);
  if (written < 0)
    return (int)written;
  return (size_t)written == length ? 0 : -EIO;
}

int hki_kept_write_number(struct hki_kept *kept, const struct hki_files *files,
                          unsigned long number) {
  char text[24];
  int length = snprintf(text, sizeof text, "%lu\n", number);
  return hki_kept_write(kept, files, text, (size_t)length);
}

void hki_kept_close(struct hki_kept *kept, const struct hki_files *files) {
  if (is_ours(kept))
    files->calls->close(kept->file);
  kept->file = -1;
}
