/* SPDX-License-Identifier: Apache-2.0
 *
 * Telling of a conflict: where the two accesses are in the source, in which
 * tasks, and what they touch. Code addresses become lines by addr2line, data
 * addresses names by nm, which stand beside every compiler; without them the
 * addresses themselves are printed.
 *
 * Each pair of places is told once. The program ends at the end of the region,
 * as what it computes from here on may be wrong, or earlier where it ends
 * itself or there is too much to tell.
 */
#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  MOST_TOLD = 10,
  MOST_PAIRS = 500, /* of sites, of which several may be on one line */
  NAME = 256
};

/* One access, as text. */
struct description {
  char place[2 * NAME], task[NAME];
};

static struct {
  unsigned pairs, told;
  struct {
    hki_site first, second;
  } pair[MOST_PAIRS];
  struct {
    struct description first, second;
  } text[MOST_TOLD];
} reports;

/* What sites are counted from. */
static const char anchor = 0;

hki_site hki_site_of(const void *code) {
  return (hki_site)((intptr_t)code - (intptr_t)&anchor);
}

static void say(const char *format, va_list arguments) {
  char text[4 * NAME] = "hocket: ";
  size_t length = strlen(text);
  vsnprintf(text + length, sizeof text - length - 1, format, arguments);
  length = strlen(text);
  text[length++] = '\n';
  for (size_t at = 0; at < length;) {
    ssize_t written = write(STDERR_FILENO, text + at, length - at);
    if (written <= 0 && errno != EINTR)
      return;
    at += written > 0 ? (size_t)written : 0;
  }
}

void hki_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
}

/* Nothing of the program's is run any more. */
static void end(void) __attribute__((noreturn));
static void end(void) {
  hki_current = NULL;
  fflush(NULL);
  _exit(HKI_CONFLICT_STATUS);
}

void hki_fail(const char *format, ...) {
  hki_current = NULL;
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
  end();
}

void hki_report_end(void) {
  if (reports.told > 0)
    end();
}

/* --- code ---------------------------------------------------------------- */

/* A place in the source; `line` is 0 if it is not known. */
struct place {
  char function[NAME], file[NAME];
  unsigned line;
};

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
  (void)size;
  *(uintptr_t *)bias = info->dlpi_addr;
  return 1;
}

/* The difference between addresses in memory and in the program's file. */
static uintptr_t load_bias(void) {
  uintptr_t bias = 0;
  dl_iterate_phdr(first_object, &bias);
  return bias;
}

static bool program_file(char *name) {
  ssize_t length = readlink("/proc/self/exe", name, NAME - 1);
  if (length <= 0 || memchr(name, '\'', (size_t)length))
    return false;
  name[length] = 0;
  return true;
}

static bool read_line(FILE *from, char *line) {
  if (!fgets(line, NAME, from))
    return false;
  line[strcspn(line, "\n")] = 0;
  return true;
}

/* "file:12 (discriminator 3)" */
static void read_place(char *text, struct place *place) {
  char *colon = strrchr(text, ':');
  if (!colon)
    return;
  *colon = 0;
  place->line = (unsigned)strtoul(colon + 1, NULL, 10);
  strcpy(place->file, text);
}

/* The place of a site and of the calls inlined around it, innermost first.
 * \returns how many. */
static unsigned find_places(hki_site site, struct place *places,
                            unsigned most) {
  char program[NAME], command[2 * NAME], line[NAME];
  uintptr_t code = (uintptr_t)((intptr_t)&anchor + site) - 1 - load_bias();
  if (!program_file(program))
    return 0;
  snprintf(command, sizeof command,
           "addr2line -f -i -e '%s' %" PRIxPTR " 2>/dev/null", program, code);
  FILE *output = popen(command, "r");
  if (!output)
    return 0;
  unsigned count = 0;
  while (count < most && read_line(output, line)) {
    struct place *place = &places[count];
    *place = (struct place){.line = 0};
    strcpy(place->function, line);
    if (!read_line(output, line))
      break;
    read_place(line, place);
    count++;
  }
  pclose(output);
  return count > 0 && places[0].line > 0 ? count : 0;
}

/* Text of codegen's own, "hocket: tasks of hk_main_1", that the compiler takes
 * for a file of the directory it works in. */
static bool is_ours(const char *file, const char *title) {
  const char *slash = strrchr(file, '/');
  return strncmp(slash ? slash + 1 : file, title, strlen(title)) == 0;
}

/* The line that the name of a task's body holds, hk_main_1_loop12_3, or 0. */
static unsigned line_of_task(const char *task) {
  const char *last = strrchr(task, '_');
  while (last && last > task && last[-1] >= '0' && last[-1] <= '9')
    last--;
  return last && *last != '_' ? (unsigned)strtoul(last, NULL, 10) : 0;
}

/* The body among the functions inlined around a place. */
static const char *task_among(const struct place *places, unsigned count) {
  for (unsigned i = count; i-- > 0;)
    if (!is_ours(places[i].file, "hocket: cores of "))
      return places[i].function;
  return "";
}

static void describe(const struct hki_access *access, struct description *d) {
  enum { DEEP = 32 };
  struct place places[DEEP], body[DEEP];
  unsigned count = find_places(access->site, places, DEEP);
  unsigned bodies = access->task ? find_places(access->task, body, DEEP) : 0;
  const char *task =
      bodies ? body[bodies - 1].function : task_among(places, count);
  if (access->task && !bodies)
    task = "";
  strcpy(d->task, task);
  if (count == 0)
    snprintf(d->place, sizeof d->place, "program code at 0x%" PRIxPTR,
             (uintptr_t)((intptr_t)&anchor + access->site) - load_bias());
  else if (is_ours(places[0].file, "hocket: ")) /* what codegen put around */
    snprintf(d->place, sizeof d->place, "%.*s:%u (copies around the task)",
             (int)strcspn(hki_region_name, ":"), hki_region_name,
             line_of_task(task));
  else
    snprintf(d->place, sizeof d->place, "%s:%u", places[0].file,
             places[0].line);
}

/* --- data ---------------------------------------------------------------- */

/* The variable at an address of the program's file, by `nm -S`. */
static bool find_symbol(uintptr_t address, char *name, uintptr_t *offset) {
  char program[NAME], command[2 * NAME], line[NAME];
  bool found = false;
  if (!program_file(program))
    return false;
  snprintf(command, sizeof command, "nm -S --defined-only '%s' 2>/dev/null",
           program);
  FILE *output = popen(command, "r");
  if (!output)
    return false;
  while (!found && read_line(output, line)) {
    char *at = line;
    uintptr_t start = strtoull(at, &at, 16), size = strtoull(at, &at, 16);
    if (size == 0 || address - start >= size || strlen(at) < 4)
      continue;
    snprintf(name, NAME, "%s", at + 3); /* " b name" */
    name[strcspn(name, ".")] = 0;       /* of a function's static variable */
    *offset = address - start;
    found = true;
  }
  pclose(output);
  return found;
}

static void describe_data(const void *address, char *text) {
  char name[NAME];
  uintptr_t offset;
  if (!find_symbol((uintptr_t)address - load_bias(), name, &offset))
    snprintf(text, 2 * NAME, "memory at %p", address);
  else if (offset == 0)
    snprintf(text, 2 * NAME, "'%s'", name);
  else
    snprintf(text, 2 * NAME, "'%s' at byte %" PRIuPTR, name, offset);
}

/* --- both ---------------------------------------------------------------- */

static bool is_known(hki_site first, hki_site second) {
  for (unsigned i = 0; i < reports.pairs; i++) {
    hki_site a = reports.pair[i].first, b = reports.pair[i].second;
    if ((a == first && b == second) || (a == second && b == first))
      return true;
  }
  return false;
}

static bool is_same(const struct description *a, const struct description *b) {
  return strcmp(a->place, b->place) == 0 && strcmp(a->task, b->task) == 0;
}

static bool is_told(const struct description *a, const struct description *b) {
  for (unsigned i = 0; i < reports.told; i++) {
    const struct description *x = &reports.text[i].first;
    const struct description *y = &reports.text[i].second;
    if ((is_same(a, x) && is_same(b, y)) || (is_same(a, y) && is_same(b, x)))
      return true;
  }
  return false;
}

static void say_access(const struct hki_access *access,
                       const struct description *d) {
  hki_say("  %s: %s%s%s, on core %u", d->place,
          access->kind == HKI_WRITE ? "written" : "read",
          d->task[0] ? " by task " : "", d->task, access->core);
}

static void tell(const struct hki_access *first,
                 const struct hki_access *second, const void *address) {
  struct description a, b;
  char data[2 * NAME];
  describe(first, &a);
  describe(second, &b);
  if (is_told(&a, &b))
    return;
  describe_data(address, data);
  hki_say(
      "conflict in region '%s': the schedule leaves two uses of %s unordered",
      hki_region_name, data);
  say_access(first, &a);
  say_access(second, &b);
  if (reports.told == 0)
    atexit(end);
  reports.text[reports.told].first = a;
  reports.text[reports.told++].second = b;
}

void hki_report(const struct hki_access *first, const struct hki_access *second,
                const void *address) {
  if (is_known(first->site, second->site))
    return;
  struct hki_core *core = hki_current;
  int error = errno;
  hki_current = NULL; /* what follows is not the program's */
  tell(first, second, address);
  reports.pair[reports.pairs].first = first->site;
  reports.pair[reports.pairs++].second = second->site;
  if (reports.told == MOST_TOLD || reports.pairs == MOST_PAIRS)
    hki_fail("that many conflicts are enough");
  errno = error;
  hki_current = core;
}
