/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes are always those of the machine, also where a test has put a folder
 * in the place of its files.
 */
#include "machine/format/owner.h"

#include "machine/files/files.h"
#include "machine/files/line.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_boot(char *boot, size_t room) {
  int length = hki_files_read(&hki_machine, "/proc/sys/kernel/random/boot_id",
                              boot, room);
  return length < 0 ? length : 0;
}

static int read_space(unsigned long long *space) {
  struct stat status;
  if (stat("/proc/self/ns/pid", &status) != 0)
    return -errno;
  *space = status.st_ino;
  return 0;
}

int hki_owner_self(struct hki_owner *self) {
  memset(self, 0, sizeof *self);
  self->pid = (unsigned long long)getpid();
  int error = read_boot(self->boot, sizeof self->boot);
  if (!error)
    error = read_space(&self->space);
  if (!error)
    error = hki_files_start_time(&hki_machine, (long)self->pid, &self->start);
  if (!error)
    hki_files_read(&hki_machine, "/proc/self/comm", self->name,
                   sizeof self->name);
  return error;
}

/* A zombie has ended; one whose other threads go on has not. */
static bool has_ended(unsigned long long pid) {
  char path[48], stat[1024];
  struct hki_line line = hki_line_in(path, sizeof path);
  hki_line_add(&line, "/proc/");
  hki_line_add_number(&line, pid);
  hki_line_add(&line, "/stat");
  if (hki_files_read(&hki_machine, path, stat, sizeof stat) < 0)
    return true;
  const char *state = strrchr(stat, ')');
  if (!state || !strchr("ZXx", state[2]))
    return false;
  const char *at = state + 2;
  for (unsigned field = 3; at && field < 20; field++)
    at = strchr(at + 1, ' ');
  unsigned long long threads = 0;
  return !at || (at++, !hki_line_number(&at, &threads)) || threads <= 1;
}

enum hki_owner_state hki_owner_state(const struct hki_owner *owner) {
  char boot[sizeof owner->boot];
  unsigned long long space = 0, start = 0;
  if (read_boot(boot, sizeof boot) != 0 || read_space(&space) != 0)
    return HKI_OWNER_OUT_OF_SIGHT;
  if (strcmp(boot, owner->boot) != 0)
    return HKI_OWNER_OF_OTHER_BOOT;
  if (space != owner->space)
    return HKI_OWNER_OUT_OF_SIGHT;
  int error = hki_files_start_time(&hki_machine, (long)owner->pid, &start);
  if (error == -ESRCH || (!error && start != owner->start))
    return HKI_OWNER_DEAD;
  if (error)
    return HKI_OWNER_OUT_OF_SIGHT;
  return has_ended(owner->pid) ? HKI_OWNER_DEAD : HKI_OWNER_LIVES;
}
