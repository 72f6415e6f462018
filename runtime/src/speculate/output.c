/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/output.h"

#include "speculate/format.h"
#include "speculate/shadow.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hki_output_write(const struct hki_slot *slot, unsigned segment) {
  size_t first = hki_slot_before(slot, segment).output;
  const struct hki_segment *end = &slot->segments[segment];
  if (end->output > first)
    fwrite(slot->output + first, 1, end->output - first, stdout);
  if (end->flushes)
    fflush(stdout);
}

static void check(const void *file) {
  if (file != stdout)
    hk_spec_give_up();
}

static void add(const char *text, size_t size) {
  struct hki_slot *slot = hki_shadow.slot;
  if (size > slot->most_output - slot->output_size)
    hki_leave(HKI_FULL, 0);
  memcpy(slot->output + slot->output_size, text, size);
  slot->output_size += size;
}

static int add_format(const char *format, va_list arguments) {
  struct hki_slot *slot = hki_shadow.slot;
  size_t room = slot->most_output - slot->output_size;
  hki_touch_arguments(format, arguments);
  int size =
      vsnprintf(slot->output + slot->output_size, room, format, arguments);
  if (size < 0)
    hk_spec_give_up();
  if ((size_t)size >= room)
    hki_leave(HKI_FULL, 0);
  slot->output_size += (size_t)size;
  return size;
}

int hk_spec_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int size = add_format(format, arguments);
  va_end(arguments);
  return size;
}

int hk_spec_fprintf(void *file, const char *format, ...) {
  check(file);
  va_list arguments;
  va_start(arguments, format);
  int size = add_format(format, arguments);
  va_end(arguments);
  return size;
}

int hk_spec_fputc(int byte, void *file) {
  char c = (char)(unsigned char)byte;
  check(file);
  add(&c, 1);
  return (unsigned char)byte;
}

int hk_spec_putc(int byte, void *file) { return hk_spec_fputc(byte, file); }

int hk_spec_putchar(int byte) { return hk_spec_fputc(byte, stdout); }

/* The real one, without text, says what it would have said; this stdout is the
 * child's own. */
int hk_spec_fputs(const char *text, void *file) {
  size_t length = strlen(text);
  check(file);
  hki_touch(text, length + 1, HKI_READS);
  add(text, length);
  return fputs("", stdout);
}

/* glibc says how much it was (and 1 for fputs), musl 0. */
int hk_spec_puts(const char *text) {
  int result = hk_spec_fputs(text, stdout);
  hk_spec_fputc('\n', stdout);
  return result ? (int)strlen(text) + 1 : 0;
}

unsigned long hk_spec_fwrite(const void *from, unsigned long size,
                             unsigned long count, void *file) {
  size_t whole;
  check(file);
  if (__builtin_mul_overflow(size, count, &whole))
    hk_spec_give_up();
  hki_touch(from, whole, HKI_READS);
  add(from, whole);
  return whole ? count : 0;
}

int hk_spec_fflush(void *file) {
  check(file);
  hki_shadow.slot->flushes = true;
  return 0;
}

int hk_spec_sprintf(char *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int size = hki_format_into(to, INT_MAX, format, arguments);
  va_end(arguments);
  return size;
}

int hk_spec_snprintf(char *to, unsigned long room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int size = hki_format_into(to, room, format, arguments);
  va_end(arguments);
  return size;
}
