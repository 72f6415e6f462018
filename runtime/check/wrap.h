/* SPDX-License-Identifier: Apache-2.0
 *
 * Library functions that touch the program's memory are not instrumented. The
 * linker's --wrap=NAME (wrapped.txt has the names) leads calls to __wrap_NAME,
 * which records what the C standard says the function reads and writes, and
 * goes on to the library's, __real_NAME. Written from the standard, not from
 * the compiler's table of library functions, so that each checks the other.
 */
#pragma once

#include "report.h"
#include "shadow.h"

#define HKI_CALLER hki_site_of(__builtin_return_address(0))

/* HKI_WRAP(int, puts, const char *s): declares both, begins the definition. */
#define HKI_WRAP(type, name, ...)                                              \
  type __real_##name(__VA_ARGS__);                                             \
  type __wrap_##name(__VA_ARGS__);                                             \
  type __wrap_##name(__VA_ARGS__)

static inline void hki_reads(const void *address, size_t size, hki_site site) {
  if (hki_now() && address)
    hki_record(hki_now(), address, size, HKI_READ, site);
}

static inline void hki_writes(const void *address, size_t size, hki_site site) {
  if (hki_now() && address)
    hki_record(hki_now(), address, size, HKI_WRITE, site);
}

size_t __real_strlen(const char *text);
size_t __real_strnlen(const char *text, size_t most);

/* A string with its end. */
static inline void hki_reads_text(const char *text, hki_site site) {
  if (hki_now() && text)
    hki_record(hki_now(), text, __real_strlen(text) + 1, HKI_READ, site);
}

/* A string, `most` bytes of it if they do not hold its end. */
static inline void hki_reads_part(const char *text, size_t most,
                                  hki_site site) {
  if (!hki_now() || !text)
    return;
  size_t length = __real_strnlen(text, most);
  hki_record(hki_now(), text, length < most ? length + 1 : most, HKI_READ,
             site);
}
