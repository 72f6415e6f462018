/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/files/registers.h"

#include "machine/files/line.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

/* A hexadecimal number as in 0x1000; 0 if there is none. */
static unsigned long long read_hex(const struct hki_files *files,
                                   const char *uio, const char *name) {
  char path[160], text[64];
  struct hki_line line = hki_line_in(path, sizeof path);
  hki_line_add(&line, "/sys/class/uio/");
  hki_line_add(&line, uio);
  hki_line_add(&line, "/maps/map0/");
  hki_line_add(&line, name);
  if (line.is_cut || hki_text_read(files, path, text, sizeof text) < 0)
    return 0;
  unsigned long long number = 0;
  for (const char *at = text + 2 * (strncmp(text, "0x", 2) == 0); *at; at++) {
    const char *digits = "0123456789abcdef", *digit = strchr(digits, *at);
    if (!digit || number >> 60)
      return 0;
    number = number * 16 + (unsigned)(digit - digits);
  }
  return number;
}

/* `size` counts from the map's first page on, which is all that the kernel
 * maps; some devices begin within that page (`offset`). */
int hki_registers_map(struct hki_registers *registers,
                      const struct hki_files *files, const char *uio) {
  enum { MOST = 1 << 28 };
  char path[96];
  struct hki_line line = hki_line_in(path, sizeof path);
  hki_line_add(&line, "/dev/");
  hki_line_add(&line, uio);
  unsigned long long bytes = read_hex(files, uio, "size");
  unsigned long long begin = read_hex(files, uio, "offset");
  if (line.is_cut || bytes > MOST || begin % 4 || begin + 4 > bytes)
    return -ENODEV;
  int file = hki_files_open(files, path, O_RDWR | O_SYNC);
  if (file < 0)
    return file;
  char *first =
      mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  int error = first == MAP_FAILED ? -errno : 0;
  files->calls->close(file); /* the mapping stays */
  if (error)
    return error;
  *registers = (struct hki_registers){
      files->calls, (volatile uint32_t *)(void *)(first + begin),
      (size_t)(bytes - begin), first, (size_t)bytes};
  return 0;
}

void hki_registers_unmap(struct hki_registers *registers) {
  munmap(registers->begin, registers->mapped);
}

uint32_t hki_registers_read(const struct hki_registers *registers,
                            uint32_t offset, uint32_t mask) {
  return registers->words[offset / 4] & mask;
}

/* The read at the end returns when the device has the write. Who looks at the
 * bits before going on has the order for certain: no store is made before what
 * decides it is known. */
void hki_registers_write(const struct hki_registers *registers, uint32_t offset,
                         uint32_t mask, uint32_t bits) {
  volatile uint32_t *word = &registers->words[offset / 4];
  registers->calls->store(word, (*word & ~mask) | (bits & mask));
  (void)*word;
}

bool hki_registers_path(const struct hki_register *place, char *path,
                        size_t room) {
  struct hki_line line = hki_line_in(path, room);
  hki_line_add(&line, "/dev/");
  hki_line_add(&line, place->uio);
  hki_line_add(&line, "/registers/");
  hki_line_add_number(&line, place->offset);
  hki_line_add(&line, "/");
  hki_line_add_number(&line, place->mask);
  hki_line_add(&line, "/");
  hki_line_add_number(&line, place->settle_us);
  if (place->other != 0) {
    hki_line_add(&line, "/");
    hki_line_add_number(&line, place->other);
  }
  return !line.is_cut;
}

/* "/NUMBER" */
static bool parse_part(const char **at, uint32_t *part) {
  unsigned long long number = 0;
  bool isPart = *(*at)++ == '/' && hki_line_number(at, &number);
  *part = (uint32_t)number;
  return isPart && number <= UINT32_MAX;
}

static bool parse(const char *path, struct hki_register *place) {
  const char *begin = "/dev/uio", *at = path + strlen(begin);
  unsigned long long number;
  if (strncmp(path, begin, strlen(begin)) != 0 ||
      !hki_line_number(&at, &number) || strncmp(at, "/registers", 10) != 0)
    return false;
  struct hki_line uio = hki_line_in(place->uio, sizeof place->uio);
  hki_line_add_bytes(&uio, path + 5, (size_t)(at - path - 5));
  at += 10;
  place->other = 0;
  return parse_part(&at, &place->offset) && parse_part(&at, &place->mask) &&
         parse_part(&at, &place->settle_us) &&
         (*at == 0 || parse_part(&at, &place->other)) && *at == 0 &&
         !uio.is_cut && place->offset % 4 == 0;
}

bool hki_registers_is_path(const char *path) {
  struct hki_register place;
  return parse(path, &place);
}

static int map_place(const struct hki_files *files, const char *path,
                     struct hki_register *place,
                     struct hki_registers *registers) {
  if (!parse(path, place))
    return -EINVAL;
  int error = hki_registers_map(registers, files, place->uio);
  if (!error && place->offset > registers->bytes - 4) {
    hki_registers_unmap(registers);
    error = -ENXIO;
  }
  return error;
}

int hki_registers_read_path(const struct hki_files *files, const char *path,
                            char *text, size_t room) {
  struct hki_register place;
  struct hki_registers registers;
  int error = map_place(files, path, &place, &registers);
  if (error)
    return error;
  struct hki_line line = hki_line_in(text, room);
  hki_line_add_number(&line,
                      hki_registers_read(&registers, place.offset, place.mask));
  hki_registers_unmap(&registers);
  return line.is_cut ? -EFBIG : (int)line.length;
}

int hki_registers_write_path(const struct hki_files *files, const char *path,
                             const char *text) {
  struct hki_register place;
  struct hki_registers registers;
  unsigned long long bits;
  if (!hki_line_number(&text, &bits) || *text || bits > UINT32_MAX)
    return -EINVAL;
  int error = map_place(files, path, &place, &registers);
  if (error)
    return error;
  hki_registers_write(&registers, place.offset, place.mask, (uint32_t)bits);
  hki_registers_unmap(&registers);
  if (place.settle_us != 0)
    files->calls->pause((place.settle_us + 999) / 1000);
  return 0;
}
