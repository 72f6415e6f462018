/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine/format/folder.h"

#include "machine/files/line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char hki_folder_of_root[] = "/run/hocket";

static const char ending[] = ".journal";

static bool is_own_folder(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid();
}

static int user_folder(char *path) {
  struct hki_line line = hki_line_in(path, HKI_PATH_ROOM);
  /* Not where the environment is another user's than the rights. */
  const char *runtime = secure_getenv("XDG_RUNTIME_DIR");
  if (geteuid() == 0 && is_own_folder("/run")) {
    hki_line_add(&line, hki_folder_of_root);
  } else if (geteuid() != 0 && runtime && runtime[0] == '/' &&
             is_own_folder(runtime)) {
    hki_line_add(&line, runtime);
    hki_line_add(&line, "/hocket");
  } else {
    hki_line_add(&line, "/tmp/hocket-");
    hki_line_add_number(&line, geteuid());
  }
  return line.is_cut ? -ENAMETOOLONG : 0;
}

static int choose(const char *wanted, char *path) {
  if (!wanted)
    return user_folder(path);
  struct hki_line line = hki_line_in(path, HKI_PATH_ROOM);
  hki_line_add(&line, wanted);
  return wanted[0] != '/' ? -EINVAL : line.is_cut ? -ENAMETOOLONG : 0;
}

/* The last part of the path must be no link: /tmp belongs to everybody. */
static int check(const char *path) {
  struct stat status;
  if (lstat(path, &status) != 0)
    return -errno;
  bool isOurs = S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
                !(status.st_mode & 022);
  return isOurs ? 0 : -EPERM;
}

int hki_folder_find(const char *wanted, char *path) {
  int error = choose(wanted, path);
  return error ? error : check(path);
}

int hki_folder_make(const char *wanted, char *path) {
  int error = choose(wanted, path);
  if (error)
    return error;
  if (mkdir(path, 0700) == 0) {
    /* Whatever the umask is. */
    if (geteuid() == 0 && chmod(path, 0755) != 0)
      return -errno;
  } else if (errno != EEXIST) {
    return -errno;
  }
  return check(path);
}

int hki_folder_journal(const char *folder, const struct hki_owner *owner,
                       unsigned number, char *path) {
  struct hki_line line = hki_line_in(path, HKI_PATH_ROOM);
  hki_line_add(&line, folder);
  hki_line_add(&line, "/");
  hki_line_add_number(&line, owner->pid);
  hki_line_add(&line, "-");
  hki_line_add_number(&line, owner->start);
  hki_line_add(&line, "-");
  hki_line_add_number(&line, number);
  hki_line_add(&line, ending);
  return line.is_cut ? -ENAMETOOLONG : 0;
}

bool hki_folder_is_journal(const char *name) {
  size_t length = strlen(name);
  return length > sizeof ending - 1 && name[0] != '.' &&
         strcmp(name + length - (sizeof ending - 1), ending) == 0;
}

bool hki_folder_unfinished(const char *journal, char *path) {
  struct hki_line line = hki_line_in(path, HKI_PATH_ROOM);
  hki_line_add(&line, journal);
  hki_line_add(&line, ".new");
  return !line.is_cut;
}
