/* SPDX-License-Identifier: Apache-2.0
 *
 * Files by POSIX; Linux uses this file too. A regular file is replaced by
 * renaming a finished one; anything else (a pipe, /dev/null) is written to.
 */
#include "platform/platform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *joined(const char *folder, const char *name) {
  size_t length = strlen(folder);
  char *path = malloc(length + strlen(name) + 2);
  if (!path)
    return NULL;
  memcpy(path, folder, length);
  path[length] = '/';
  strcpy(path + length + 1, name);
  return path;
}

char *hki_platform_absolute(const char *path) {
  size_t room = 256;
  char *folder = NULL;
  bool isFound = path[0] == '/';
  while (!isFound) {
    char *more = realloc(folder, room);
    if (!more)
      break;
    folder = more;
    isFound = getcwd(folder, room) != NULL;
    if (!isFound && errno != ERANGE)
      break;
    room *= 2;
  }
  char *result = isFound && folder ? joined(folder, path) : strdup(path);
  free(folder);
  return result;
}

/* What hki_platform_replace writes. */
struct text {
  const char *text;
  size_t length;
};

static bool write_text(FILE *file, const void *context) {
  const struct text *text = context;
  return fwrite(text->text, 1, text->length, file) == text->length;
}

static int write_file(const char *path,
                      bool (*write)(FILE *file, const void *context),
                      const void *context) {
  errno = 0;
  FILE *file = fopen(path, "wb");
  if (!file)
    return errno ? errno : EIO;
  bool isWritten = write(file, context) && !ferror(file);
  int problem = isWritten ? 0 : errno ? errno : EIO;
  if (fclose(file) != 0 && !problem)
    problem = errno;
  return problem;
}

bool hki_platform_is_file(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool hki_platform_is_replaceable(const char *path) {
  struct stat status;
  return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

int hki_platform_replace(const char *path, const char *text, size_t length) {
  return hki_platform_replace_by(path, write_text,
                                 &(struct text){text, length});
}

int hki_platform_replace_by(const char *path,
                            bool (*write)(FILE *file, const void *context),
                            const void *context) {
  if (!hki_platform_is_replaceable(path))
    return write_file(path, write, context);
  size_t room = strlen(path) + 32;
  char *other = malloc(room);
  if (!other)
    return ENOMEM;
  snprintf(other, room, "%s.%ld.tmp", path, (long)getpid());
  int problem = write_file(other, write, context);
  if (!problem && rename(other, path) != 0)
    problem = errno;
  if (problem)
    remove(other);
  free(other);
  return problem;
}
