/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/journal/companions.h"

#include "machine/journal/announce.h"
#include "machine/journal/peers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 16 };

/* Where the controller is mounted, and what its file is called there. Android
 * has it without the prefix. */
static const struct {
  const char *folder, *cpus;
} mounts[] = {{"/sys/fs/cgroup/cpuset", "cpuset.cpus"},
              {"/cgroup/cpuset", "cpuset.cpus"},
              {"/dev/cpuset", "cpuset.cpus"},
              {"/dev/cpuset", "cpus"}};

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), endLength = strlen(end);
  return length >= endLength && strcmp(text + length - endLength, end) == 0;
}

/* The N of /sys/devices/system/cpu/cpuN/online, -1 for other paths. */
static int processor_of(const char *path) {
  static const char before[] = "/sys/devices/system/cpu/cpu";
  const char *at = path + sizeof before - 1;
  unsigned long long number;
  if (strncmp(path, before, sizeof before - 1) != 0 ||
      !hki_line_number(&at, &number) || strcmp(at, "/online") != 0)
    return -1;
  return number < HKI_MOST_CPUS ? (int)number : -1;
}

/* A walk through the groups. */
struct walk {
  struct hki_journal *journal;
  const char *cpus; /* name of the file */
  unsigned processor;
  char path[HKI_PATH_ROOM];
  unsigned levels;
};

static bool has_tasks(struct walk *walk, size_t length) {
  char text[HKI_VALUE_ROOM];
  snprintf(walk->path + length, sizeof walk->path - length, "/tasks");
  int read =
      hki_files_read(&walk->journal->files, walk->path, text, sizeof text);
  walk->path[length] = 0;
  return read != 0 && read != -ENOENT;
}

/* As a change that wants what is there already: what the kernel makes of it is
 * read back later. */
static int announce(struct hki_journal *journal, const char *path,
                    const char *value) {
  if (hki_writer_find(journal, HKI_WRITE, path))
    return 0;
  int error = hki_peers_enter(journal, HKI_WRITE, path);
  if (error)
    return error;
  struct hki_record record = {.kind = HKI_WRITE, .field = {path, value, value}};
  error = hki_writer_add(journal, &record, path);
  hki_peers_leave(journal);
  return error;
}

/* Announces the group's loss if the processor in question is one of its. */
static int note_group(struct walk *walk, size_t length) {
  char text[HKI_VALUE_ROOM];
  unsigned *cpus = malloc(HKI_MOST_CPUS * sizeof *cpus);
  if (!cpus)
    return -ENOMEM;
  size_t room = sizeof walk->path - length;
  int error =
      (size_t)snprintf(walk->path + length, room, "/%s", walk->cpus) < room
          ? hki_files_read(&walk->journal->files, walk->path, text, sizeof text)
          : -ENAMETOOLONG;
  int count =
      error < 0 ? error : hki_files_parse_cpus(text, cpus, HKI_MOST_CPUS);
  bool isIn = false;
  for (int i = 0; i < count; i++)
    isIn |= cpus[i] == walk->processor;
  free(cpus);
  error = count < 0 ? count : 0;
  if (isIn)
    error = announce(walk->journal, walk->path, text);
  walk->path[length] = 0;
  if (!error && isIn && count == 1 && has_tasks(walk, length))
    error = -EBUSY;
  return error == -ENOENT ? 0 : error; /* gone meanwhile, or no group */
}

/* Groups first that are below others: put back in reverse order they find that
 * those above have what they are to get. */
static int note_below(void *context, const char *name) {
  struct walk *walk = context;
  size_t length = strlen(walk->path), room = sizeof walk->path - length;
  if (strchr(name, '.') && strncmp(name, "cpuset.", 7) == 0)
    return 0; /* a file of this group */
  if (walk->levels == MOST_LEVELS ||
      (size_t)snprintf(walk->path + length, room, "/%s", name) >= room)
    return -ENAMETOOLONG;
  walk->levels++;
  int error =
      hki_files_list(&walk->journal->files, walk->path, note_below, walk);
  walk->levels--;
  if (error == 0)
    error = note_group(walk, strlen(walk->path));
  walk->path[length] = 0;
  return error == -ENOTDIR || error == -ENOENT ? 0 : error;
}

/* The first group has all processors, always. */
static int note_groups(struct hki_journal *journal, unsigned processor) {
  struct walk *walk = malloc(sizeof *walk);
  int error = walk ? 0 : -ENOMEM;
  for (unsigned i = 0; !error && i < sizeof mounts / sizeof *mounts; i++) {
    *walk = (struct walk){journal, mounts[i].cpus, processor, "", 0};
    snprintf(walk->path, sizeof walk->path, "%s", mounts[i].folder);
    error = hki_files_list(&journal->files, walk->path, note_below, walk);
    if (error == -ENOENT || error == -ENOTDIR || error == -EACCES)
      error = 0;
  }
  free(walk);
  return error;
}

struct interrupts {
  struct hki_journal *journal;
  char processor[16];
};

static int note_interrupt(void *context, const char *name) {
  struct interrupts *interrupts = context;
  char path[128], text[HKI_VALUE_ROOM];
  if ((size_t)snprintf(path, sizeof path, "/proc/irq/%s/smp_affinity_list",
                       name) >= sizeof path)
    return 0;
  /* Other files are in this folder too. */
  if (hki_files_read(&interrupts->journal->files, path, text, sizeof text) <
          0 ||
      strcmp(text, interrupts->processor) != 0)
    return 0;
  return hki_announce_note(interrupts->journal, path);
}

static int note_interrupts(struct hki_journal *journal, unsigned processor) {
  struct interrupts interrupts = {.journal = journal};
  snprintf(interrupts.processor, sizeof interrupts.processor, "%u", processor);
  int error =
      hki_files_list(&journal->files, "/proc/irq", note_interrupt, &interrupts);
  return error == -ENOENT ? 0 : error;
}

static int before_offline(struct hki_journal *journal, unsigned processor) {
  unsigned mark = journal->count;
  int error = note_groups(journal, processor);
  if (!error)
    error = note_interrupts(journal, processor);
  /* They still hold what they held. */
  for (unsigned number = mark + 1; error && number <= journal->count; number++)
    hki_writer_strike(journal, number);
  return error;
}

static int before_governor(struct hki_journal *journal, const char *path) {
  char text[HKI_VALUE_ROOM], other[HKI_PATH_ROOM];
  int length = hki_files_read(&journal->files, path, text, sizeof text);
  if (length < 0 || strcmp(text, "userspace") != 0)
    return 0;
  int folder = (int)(strrchr(path, '/') - path);
  snprintf(other, sizeof other, "%.*s/scaling_setspeed", folder, path);
  int error = hki_announce_note(journal, other);
  return error == -ENOENT ? 0 : error;
}

int hki_companions_before(struct hki_journal *journal, const char *path,
                          const char *value, bool isFirst) {
  int processor = processor_of(path);
  if (processor >= 0 && strcmp(value, "0") == 0)
    return before_offline(journal, (unsigned)processor);
  if (isFirst && ends_with(path, "/scaling_governor"))
    return before_governor(journal, path);
  return 0;
}

static void give_back(struct hki_journal *journal,
                      const struct hki_change *change, bool isOnline) {
  char text[HKI_VALUE_ROOM];
  const struct hki_files *files = &journal->files;
  if (hki_files_read(files, change->path, text, sizeof text) < 0)
    return;
  if (isOnline && strcmp(text, change->wanted) != 0 &&
      (!change->now || strcmp(text, change->now) == 0) &&
      hki_files_write(files, change->path, change->wanted) == 0)
    hki_files_read(files, change->path, text, sizeof text);
  struct hki_record record = {HKI_NOW, change->number, {text}};
  if (!change->now || strcmp(text, change->now) != 0)
    hki_writer_append(journal, &record);
}

void hki_companions_after(struct hki_journal *journal, const char *path,
                          const char *value) {
  struct hki_reader reader;
  if (processor_of(path) < 0 ||
      hki_reader_open(&reader, journal->path, false) != 0)
    return;
  /* Groups above others were announced after them, and are to have the
   * processor first. */
  for (unsigned i = reader.count; i-- > 0;) {
    const struct hki_change *change = &reader.changes[i];
    if (change->kind == HKI_WRITE && change->outcome == HKI_PENDING &&
        (ends_with(change->path, "/cpuset.cpus") ||
         ends_with(change->path, "/cpus")))
      give_back(journal, change, strcmp(value, "1") == 0);
  }
  hki_reader_close(&reader);
}
