/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine/restore/restore.h"

#include "machine/format/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hki_restore_file(const struct hki_undo *undo, const char *path) {
  struct hki_reader reader;
  int error = hki_reader_open(&reader, path, !undo->is_dry);
  if (error)
    return error;
  if (strcmp(reader.root, undo->files->root) != 0)
    error = -EXDEV;
  else if (hki_owner_state(&reader.owner) != HKI_OWNER_OF_OTHER_BOOT)
    error = hki_undo(undo, &reader);
  if (undo->is_over)
    undo->is_over(undo->context);
  if (!error && !undo->is_dry && unlink(path) != 0)
    error = -errno;
  hki_reader_close(&reader);
  return error;
}

/* versionsort(3) knows that 9 comes before 10; pids do not, but a later number
 * of one process is a later journal. */
static int last_first(const struct dirent **a, const struct dirent **b) {
  const char *startA = strchr((*a)->d_name, '-');
  const char *startB = strchr((*b)->d_name, '-');
  int order = startA && startB ? strverscmp(startB, startA) : 0;
  return order ? order : strverscmp((*b)->d_name, (*a)->d_name);
}

static int is_journal(const struct dirent *entry) {
  return hki_folder_is_journal(entry->d_name);
}

static int look(const char *path,
                int (*each)(void *context,
                            const struct hki_restore_found *found),
                void *context) {
  struct hki_reader reader;
  struct hki_restore_found found = {.path = path, .reader = &reader};
  found.error = hki_reader_open(&reader, path, false);
  if (found.error == -ENOENT)
    return 0;
  if (!found.error)
    found.state = hki_owner_state(&reader.owner);
  int result = each(context, &found);
  if (!found.error)
    hki_reader_close(&reader);
  return result;
}

int hki_restore_each(const char *folder, const struct hki_owner *skipped,
                     int (*each)(void *context,
                                 const struct hki_restore_found *found),
                     void *context) {
  struct dirent **names;
  char own[48] = "/";
  if (skipped)
    snprintf(own, sizeof own, "%llu-%llu-", skipped->pid, skipped->start);
  int count = scandir(folder, &names, is_journal, last_first);
  int result = count < 0 ? -errno : 0;
  for (int i = 0; i < count; i++) {
    char path[HKI_PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
    bool isOwn = strncmp(names[i]->d_name, own, strlen(own)) == 0;
    if (!result && !isOwn && (size_t)length < sizeof path)
      result = look(path, each, context);
    free(names[i]);
  }
  if (count >= 0)
    free(names);
  return result;
}
