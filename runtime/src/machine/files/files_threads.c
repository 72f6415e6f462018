/* SPDX-License-Identifier: Apache-2.0
 *
 * Of files.h: lists of processors, and what procfs says of a thread.
 */
#include "machine/files/files.h"

#include "machine/files/line.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { BITS = CHAR_BIT * sizeof(unsigned long) };

/* Calls `each` for each range of the list, in the list's order. */
static int ranges(const char *text,
                  int (*each)(void *context, unsigned first, unsigned last),
                  void *context) {
  while (*text) {
    unsigned long long first, last;
    if (!hki_line_number(&text, &first))
      return -EBADMSG;
    last = first;
    if (*text == '-' && (text++, !hki_line_number(&text, &last)))
      return -EBADMSG;
    if (last < first || (*text != ',' && *text != 0))
      return -EBADMSG;
    if (last >= HKI_MOST_CPUS)
      return -E2BIG;
    int error = each(context, (unsigned)first, (unsigned)last);
    if (error)
      return error;
    if (*text == ',' && *++text == 0)
      return -EBADMSG;
  }
  return 0;
}

struct mask {
  unsigned long bits[HKI_MOST_CPUS / BITS];
};

static int set_range(void *context, unsigned first, unsigned last) {
  struct mask *mask = context;
  for (unsigned cpu = first; cpu <= last; cpu++)
    mask->bits[cpu / BITS] |= 1ul << cpu % BITS;
  return 0;
}

int hki_files_parse_cpus(const char *text, unsigned *cpus, unsigned room) {
  struct mask mask = {{0}};
  int error = ranges(text, set_range, &mask);
  if (error)
    return error;
  unsigned count = 0;
  for (unsigned cpu = 0; cpu < HKI_MOST_CPUS; cpu++) {
    if (!(mask.bits[cpu / BITS] >> cpu % BITS & 1))
      continue;
    if (count == room)
      return -E2BIG;
    cpus[count++] = cpu;
  }
  return (int)count;
}

int hki_files_print_cpus(const unsigned *cpus, unsigned count, char *text,
                         size_t room) {
  struct hki_line line = hki_line_in(text, room);
  for (unsigned i = 0; i < count; i++) {
    unsigned first = cpus[i];
    while (i + 1 < count && cpus[i + 1] == cpus[i] + 1)
      i++;
    hki_line_add(&line, line.length ? "," : "");
    hki_line_add_number(&line, first);
    if (cpus[i] != first) {
      hki_line_add(&line, "-");
      hki_line_add_number(&line, cpus[i]);
    }
  }
  return line.is_cut ? -E2BIG : (int)line.length;
}

static void proc_path(char *path, size_t room, long tid, const char *name) {
  struct hki_line line = hki_line_in(path, room);
  hki_line_add(&line, "/proc/");
  hki_line_add_number(&line, (unsigned long long)tid);
  hki_line_add(&line, name);
}

/* A thread that ends while its files are read gives either. */
static int no_thread(int error) { return error == -ENOENT ? -ESRCH : error; }

int hki_files_affinity(const struct hki_files *files, int tid, char *text,
                       size_t room) {
  static const char key[] = "\nCpus_allowed_list:\t";
  char path[48], status[HKI_VALUE_ROOM * 2];
  proc_path(path, sizeof path, tid, "/status");
  int length = hki_files_read(files, path, status, sizeof status);
  if (length < 0)
    return no_thread(length);
  const char *found = strstr(status, key);
  if (!found)
    return -EBADMSG;
  found += sizeof key - 1;
  struct hki_line line = hki_line_in(text, room);
  hki_line_add_bytes(&line, found, strcspn(found, "\n"));
  return line.is_cut ? -E2BIG : (int)line.length;
}

int hki_files_set_affinity(const struct hki_files *files, int tid,
                           const char *text) {
  struct mask mask = {{0}};
  int error = ranges(text, set_range, &mask);
  return error ? error
               : files->calls->set_affinity(tid, mask.bits, sizeof mask.bits);
}

int hki_files_start_time(const struct hki_files *files, long tid,
                         unsigned long long *start) {
  char path[48], stat[1024];
  proc_path(path, sizeof path, tid, "/stat");
  int length = hki_files_read(files, path, stat, sizeof stat);
  if (length < 0)
    return no_thread(length);
  /* Field 22; the second one is a name in brackets that may hold anything. */
  const char *at = strrchr(stat, ')');
  for (unsigned field = 2; at && field < 22; field++)
    at = strchr(at + 1, ' ');
  if (!at)
    return -EBADMSG;
  at++;
  return hki_line_number(&at, start) ? 0 : -EBADMSG;
}
