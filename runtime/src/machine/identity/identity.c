/* SPDX-License-Identifier: Apache-2.0
 *
 * Linux: Documentation/devicetree/usage-model.rst for `compatible`, which has
 * the board first and then what it is like, and
 * Documentation/arm64/cpu-feature-registers.rst for midr_el1: implementer in
 * bits 31 to 24, part in bits 15 to 4.
 */
#include "machine/identity/identity.h"

#include "machine/files/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The strings of the machine's device tree, one after the other, each with its
 * 0. Returns their length, or -errno. */
static int read_tree(const struct hki_files *files, char *text, size_t room) {
  int length = hki_text_read(files, "/proc/device-tree/compatible", text, room);
  return length > 0
             ? length
             : hki_text_read(files, "/sys/firmware/devicetree/base/compatible",
                             text, room);
}

static bool is_named(const struct hk_chip *chip, const char *machine) {
  for (unsigned i = 0; i < chip->machine_count; i++)
    if (strcmp(chip->machines[i], machine) == 0)
      return true;
  return false;
}

static enum hki_identity look_at_tree(const struct hki_files *files,
                                      const struct hk_chip *chip, char *why,
                                      size_t room) {
  char text[1024];
  int length =
      chip->machine_count ? read_tree(files, text, sizeof text) : -ENOENT;
  if (length <= 0)
    return HKI_IDENTITY_UNKNOWN;
  for (const char *at = text; at < text + length; at += strlen(at) + 1)
    if (is_named(chip, at))
      return HKI_IDENTITY_SAME;
  snprintf(why, room, "its device tree names '%s', not '%s'", text,
           chip->machines[0]);
  return HKI_IDENTITY_OTHER;
}

/* What a processor tells of itself against what the chip says of it. */
static enum hki_identity look_at_core(const struct hk_chip_core *core,
                                      unsigned implementer, unsigned part,
                                      char *why, size_t room) {
  if (core->implementer == implementer && core->part == part)
    return HKI_IDENTITY_SAME;
  snprintf(why, room,
           "its processor %u is of implementer 0x%x and part 0x%x, not 0x%x "
           "and 0x%x",
           core->cpu, implementer, part, core->implementer, core->part);
  return HKI_IDENTITY_OTHER;
}

static bool read_register(const struct hki_files *files, unsigned cpu,
                          unsigned *implementer, unsigned *part) {
  char path[128], text[64], *end;
  snprintf(path, sizeof path,
           "/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1", cpu);
  if (hki_text_read(files, path, text, sizeof text) < 0)
    return false;
  unsigned long long midr = strtoull(text, &end, 16);
  *implementer = midr >> 24 & 0xff;
  *part = midr >> 4 & 0xfff;
  return end != text && !*end;
}

static enum hki_identity look_at_registers(const struct hki_files *files,
                                           const struct hk_chip *chip,
                                           char *why, size_t room) {
  enum hki_identity found = HKI_IDENTITY_UNKNOWN;
  for (unsigned i = 0; i < chip->core_count && found != HKI_IDENTITY_OTHER;
       i++) {
    const struct hk_chip_core *core = &chip->cores[i];
    unsigned implementer, part;
    if (core->implementer &&
        read_register(files, core->cpu, &implementer, &part))
      found = look_at_core(core, implementer, part, why, room);
  }
  return found;
}

/* A file that is read line by line: /proc/cpuinfo is as long as there are
 * processors. */
struct lines {
  const struct hki_files *files;
  int file;
  char bytes[1024];
  size_t at, end;
};

static struct lines lines_of(const struct hki_files *files) {
  return (struct lines){
      .files = files, .file = hki_files_open(files, "/proc/cpuinfo", O_RDONLY)};
}

static void close_lines(const struct lines *lines) {
  if (lines->file >= 0)
    lines->files->calls->close(lines->file);
}

static int next_byte(struct lines *lines) {
  if (lines->file < 0)
    return -1;
  if (lines->at == lines->end) {
    long more = lines->files->calls->read(lines->file, lines->bytes,
                                          sizeof lines->bytes);
    if (more <= 0)
      return -1;
    lines->at = 0;
    lines->end = (size_t)more;
  }
  return (unsigned char)lines->bytes[lines->at++];
}

/* The beginning of the next line, as much as there is room for. */
static bool next_line(struct lines *lines, char *text, size_t room) {
  size_t length = 0;
  int byte;
  while ((byte = next_byte(lines)) >= 0 && byte != '\n')
    if (length + 1 < room)
      text[length++] = (char)byte;
  text[length] = 0;
  return byte >= 0 || length > 0;
}

/* The number in "name : 0x41"; false if it is another line. */
static bool has_number(const char *line, const char *name, unsigned *number) {
  size_t length = strlen(name);
  char *end;
  if (strncmp(line, name, length) != 0)
    return false;
  line += length;
  line += strspn(line, " \t");
  if (*line++ != ':')
    return false;
  unsigned long value = strtoul(line, &end, 0);
  *number = (unsigned)value;
  return end != line;
}

static const struct hk_chip_core *core_of(const struct hk_chip *chip,
                                          unsigned cpu) {
  for (unsigned i = 0; i < chip->core_count; i++)
    if (chip->cores[i].cpu == cpu)
      return chip->cores[i].implementer ? &chip->cores[i] : NULL;
  return NULL;
}

/* The next processor that tells of itself. Each has a block of lines, its
 * number first, its part behind its implementer. */
static bool next_core(struct lines *lines, unsigned *cpu, unsigned *implementer,
                      unsigned *part) {
  char line[128];
  while (next_line(lines, line, sizeof line))
    if (!has_number(line, "processor", cpu) &&
        !has_number(line, "CPU implementer", implementer) &&
        has_number(line, "CPU part", part))
      return true;
  return false;
}

/* The list takes long to make where there are many processors. */
static bool has_models(const struct hk_chip *chip) {
  for (unsigned i = 0; i < chip->core_count; i++)
    if (chip->cores[i].implementer)
      return true;
  return false;
}

static enum hki_identity look_at_list(const struct hki_files *files,
                                      const struct hk_chip *chip, char *why,
                                      size_t room) {
  enum hki_identity found = HKI_IDENTITY_UNKNOWN;
  struct lines lines = lines_of(files);
  unsigned cpu = 0, implementer = 0, part;
  while (found != HKI_IDENTITY_OTHER &&
         next_core(&lines, &cpu, &implementer, &part)) {
    const struct hk_chip_core *core = core_of(chip, cpu);
    if (core)
      found = look_at_core(core, implementer, part, why, room);
  }
  close_lines(&lines);
  return found;
}

int hki_identity_board(const struct hki_files *files, char *name, size_t room) {
  char text[1024];
  int length = read_tree(files, text, sizeof text);
  return length < 0 ? length : snprintf(name, room, "%s", text);
}

bool hki_identity_core(const struct hki_files *files, unsigned cpu,
                       unsigned *implementer, unsigned *part) {
  if (read_register(files, cpu, implementer, part))
    return true;
  struct lines lines = lines_of(files);
  unsigned number = 0;
  bool isFound = false;
  while (!isFound && next_core(&lines, &number, implementer, part))
    isFound = number == cpu;
  close_lines(&lines);
  return isFound;
}

enum hki_identity hki_identify_by(const struct hki_files *files,
                                  const struct hk_chip *chip, char *why,
                                  size_t room) {
  *why = 0;
  enum hki_identity tree = look_at_tree(files, chip, why, room);
  if (tree == HKI_IDENTITY_OTHER)
    return tree;
  enum hki_identity cores = look_at_registers(files, chip, why, room);
  if (cores == HKI_IDENTITY_UNKNOWN && has_models(chip))
    cores = look_at_list(files, chip, why, room);
  return cores == HKI_IDENTITY_UNKNOWN ? tree : cores;
}

enum hki_identity hki_identify(const struct hk_chip *chip, char *why,
                               size_t room) {
  return hki_identify_by(&hki_machine, chip, why, room);
}
