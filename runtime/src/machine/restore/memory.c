/* SPDX-License-Identifier: Apache-2.0
 *
 * By /proc/self/maps, read piece by piece. Small mappings are kept: giving them
 * back gains nothing, and the state of libraries is in such. The kernel makes
 * one mapping of neighbours, so what is needed is kept with its surroundings,
 * not with its mapping.
 */
#define _GNU_SOURCE
#include "machine/restore/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LEAST = 1 << 20, NEEDED = 3 };

/* Addresses that are needed: of the stack, of a variable of the thread, of what
 * the system keeps of the thread. */
struct needed {
  uintptr_t address[NEEDED];
};

extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
extern void __msan_init(void) __attribute__((weak));

static bool is_sanitized(void) {
  return __asan_init || __tsan_init || __msan_init;
}

static uintptr_t hex_number(const char **at) {
  uintptr_t value = 0;
  for (;; ++*at) {
    char c = **at;
    if (c >= '0' && c <= '9')
      value = value << 4 | (uintptr_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value << 4 | (uintptr_t)(c - 'a' + 10);
    else
      return value;
  }
}

static const char *next_word(const char *at) {
  at += strcspn(at, " ");
  return at + strspn(at, " ");
}

/* From the piece that is LEAST below a needed address to LEAST above it, all is
 * kept; the rest on both sides of it is given back. */
static void give_back(uintptr_t first, uintptr_t end,
                      const struct needed *needed, unsigned count) {
  while (count > 0 && first < end) {
    uintptr_t address = needed->address[--count] & ~(uintptr_t)(LEAST - 1);
    uintptr_t from = address - LEAST, to = address + 2 * (uintptr_t)LEAST;
    if (to <= first || end <= from)
      continue;
    if (first < from)
      give_back(first, from, needed, count);
    first = to;
  }
  if (first < end && end - first >= LEAST)
    madvise((void *)first, end - first, MADV_DONTNEED);
}

/* One line: START-END PERMISSIONS OFFSET DEVICE INODE NAME */
static void give_back_line(const char *line, const struct needed *needed) {
  uintptr_t first = hex_number(&line);
  line += *line == '-';
  uintptr_t end = hex_number(&line);
  const char *permissions = next_word(line);
  const char *inode = next_word(next_word(next_word(permissions)));
  bool isPrivate = permissions[0] && permissions[1] == 'w' && permissions[2] &&
                   permissions[3] == 'p';
  if (isPrivate && inode[0] == '0' && end - first >= LEAST)
    give_back(first, end, needed, NEEDED);
}

void hki_memory_give_back(void) {
  char text[4096];
  size_t kept = 0;
  const struct needed needed = {
      {(uintptr_t)text, (uintptr_t)&errno, (uintptr_t)pthread_self()}};
  if (is_sanitized())
    return;
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  for (;;) {
    ssize_t more =
        file < 0 ? 0 : read(file, text + kept, sizeof text - 1 - kept);
    if (more <= 0)
      break;
    kept += (size_t)more;
    text[kept] = 0;
    char *at = text;
    for (char *end; (end = strchr(at, '\n')); at = end + 1) {
      *end = 0;
      give_back_line(at, &needed);
    }
    kept -= (size_t)(at - text);
    memmove(text, at, kept);
    if (kept == sizeof text - 1) /* a name longer than any path */
      break;
  }
  if (file >= 0)
    close(file);
}
