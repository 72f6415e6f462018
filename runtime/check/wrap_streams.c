/* SPDX-License-Identifier: Apache-2.0
 *
 * <stdio.h>. Reading from a stream and writing to it change the stream: two
 * tasks that use one must be in an order. All streams count as one, as two may
 * lead to the same file. Strings that a format names are recorded as read.
 */
#define _GNU_SOURCE
#include "wrap.h"

#include <printf.h>
#include <stdarg.h>
#include <stdio.h>

static char streams;

static void uses_streams(hki_site site) { hki_writes(&streams, 1, site); }

/* One argument of a formatted output, taken off the list. */
static void reads_argument(int type, va_list *arguments, hki_site site) {
  if (type == PA_STRING) {
    hki_reads_text(va_arg(*arguments, char *), site);
  } else if (type & PA_FLAG_PTR || type == PA_POINTER || type == PA_WSTRING) {
    (void)va_arg(*arguments, void *);
  } else if ((type & ~PA_FLAG_MASK) == PA_DOUBLE) {
    if (type & PA_FLAG_LONG_DOUBLE)
      (void)va_arg(*arguments, long double);
    else
      (void)va_arg(*arguments, double);
  } else if (type & (PA_FLAG_LONG | PA_FLAG_LONG_LONG)) {
    (void)va_arg(*arguments, long long);
  } else {
    (void)va_arg(*arguments, int);
  }
}

/* A precision may end a string before its end: then nothing is known. */
static bool has_precision(const char *format) {
  for (; *format; format++)
    if (*format == '.')
      return true;
  return false;
}

static void reads_format(const char *format, va_list given, hki_site site) {
  enum { MOST = 64 };
  int types[MOST];
  if (!hki_now())
    return;
  hki_reads_text(format, site);
  size_t count = parse_printf_format(format, MOST, types);
  if (count > MOST || has_precision(format))
    return;
  va_list arguments;
  va_copy(arguments, given);
  for (size_t i = 0; i < count; i++)
    reads_argument(types[i], &arguments, site);
  va_end(arguments);
}

static void wrote_text(const char *text, int length, size_t most,
                       hki_site site) {
  if (length >= 0 && most > 0)
    hki_writes(text, (size_t)length < most ? (size_t)length + 1 : most, site);
}

int __real_vfprintf(FILE *file, const char *format, va_list arguments);
int __real_vsnprintf(char *to, size_t size, const char *format,
                     va_list arguments);
int __real_vsprintf(char *to, const char *format, va_list arguments);

static int print(FILE *file, const char *format, va_list arguments,
                 hki_site site) {
  uses_streams(site);
  reads_format(format, arguments, site);
  return __real_vfprintf(file, format, arguments);
}

static int print_text(char *to, size_t size, const char *format,
                      va_list arguments, hki_site site) {
  reads_format(format, arguments, site);
  int length = size == SIZE_MAX ? __real_vsprintf(to, format, arguments)
                                : __real_vsnprintf(to, size, format, arguments);
  wrote_text(to, length, size, site);
  return length;
}

#define FORWARD(call)                                                          \
  va_list arguments;                                                           \
  va_start(arguments, format);                                                 \
  int result = call;                                                           \
  va_end(arguments);                                                           \
  return result

HKI_WRAP(int, printf, const char *format, ...) {
  FORWARD(print(stdout, format, arguments, HKI_CALLER));
}

HKI_WRAP(int, fprintf, FILE *file, const char *format, ...) {
  FORWARD(print(file, format, arguments, HKI_CALLER));
}

HKI_WRAP(int, sprintf, char *to, const char *format, ...) {
  FORWARD(print_text(to, SIZE_MAX, format, arguments, HKI_CALLER));
}

HKI_WRAP(int, snprintf, char *to, size_t size, const char *format, ...) {
  FORWARD(print_text(to, size, format, arguments, HKI_CALLER));
}

HKI_WRAP(int, vprintf, const char *format, va_list arguments) {
  return print(stdout, format, arguments, HKI_CALLER);
}

HKI_WRAP(int, vfprintf, FILE *file, const char *format, va_list arguments) {
  return print(file, format, arguments, HKI_CALLER);
}

HKI_WRAP(int, vsprintf, char *to, const char *format, va_list arguments) {
  return print_text(to, SIZE_MAX, format, arguments, HKI_CALLER);
}

HKI_WRAP(int, vsnprintf, char *to, size_t size, const char *format,
         va_list arguments) {
  return print_text(to, size, format, arguments, HKI_CALLER);
}

HKI_WRAP(int, puts, const char *text) {
  uses_streams(HKI_CALLER);
  hki_reads_text(text, HKI_CALLER);
  return __real_puts(text);
}

HKI_WRAP(int, fputs, const char *text, FILE *file) {
  uses_streams(HKI_CALLER);
  hki_reads_text(text, HKI_CALLER);
  return __real_fputs(text, file);
}

HKI_WRAP(int, putchar, int byte) {
  uses_streams(HKI_CALLER);
  return __real_putchar(byte);
}

HKI_WRAP(int, fputc, int byte, FILE *file) {
  uses_streams(HKI_CALLER);
  return __real_fputc(byte, file);
}

HKI_WRAP(int, putc, int byte, FILE *file) {
  uses_streams(HKI_CALLER);
  return __real_putc(byte, file);
}

HKI_WRAP(int, getchar, void) {
  uses_streams(HKI_CALLER);
  return __real_getchar();
}

HKI_WRAP(int, fgetc, FILE *file) {
  uses_streams(HKI_CALLER);
  return __real_fgetc(file);
}

HKI_WRAP(int, getc, FILE *file) {
  uses_streams(HKI_CALLER);
  return __real_getc(file);
}

HKI_WRAP(char *, fgets, char *to, int size, FILE *file) {
  uses_streams(HKI_CALLER);
  char *result = __real_fgets(to, size, file);
  if (result)
    hki_writes(to, __real_strlen(to) + 1, HKI_CALLER);
  return result;
}

HKI_WRAP(size_t, fread, void *to, size_t size, size_t count, FILE *file) {
  uses_streams(HKI_CALLER);
  size_t done = __real_fread(to, size, count, file);
  hki_writes(to, done * size, HKI_CALLER);
  return done;
}

HKI_WRAP(size_t, fwrite, const void *from, size_t size, size_t count,
         FILE *file) {
  uses_streams(HKI_CALLER);
  hki_reads(from, size * count, HKI_CALLER);
  return __real_fwrite(from, size, count, file);
}

HKI_WRAP(int, fflush, FILE *file) {
  uses_streams(HKI_CALLER);
  return __real_fflush(file);
}

HKI_WRAP(int, fclose, FILE *file) {
  uses_streams(HKI_CALLER);
  return __real_fclose(file);
}

HKI_WRAP(FILE *, fopen, const char *name, const char *mode) {
  uses_streams(HKI_CALLER);
  hki_reads_text(name, HKI_CALLER);
  return __real_fopen(name, mode);
}

/* That a scan reads is recorded, what it stores is not. Each function has two
 * names, with two meanings of %a; the headers choose by the standard. */
#define SCAN(prefix)                                                           \
  int hki_vfscanf##prefix(FILE *, const char *,                                \
                          va_list) __asm__(#prefix "vfscanf");                 \
  int hki_vsscanf##prefix(const char *, const char *,                          \
                          va_list) __asm__(#prefix "vsscanf");                 \
  int __wrap_##prefix##scanf(const char *format, ...);                         \
  int __wrap_##prefix##scanf(const char *format, ...) {                        \
    uses_streams(HKI_CALLER);                                                  \
    FORWARD(hki_vfscanf##prefix(stdin, format, arguments));                    \
  }                                                                            \
  int __wrap_##prefix##fscanf(FILE *file, const char *format, ...);            \
  int __wrap_##prefix##fscanf(FILE *file, const char *format, ...) {           \
    uses_streams(HKI_CALLER);                                                  \
    FORWARD(hki_vfscanf##prefix(file, format, arguments));                     \
  }                                                                            \
  int __wrap_##prefix##sscanf(const char *text, const char *format, ...);      \
  int __wrap_##prefix##sscanf(const char *text, const char *format, ...) {     \
    hki_reads_text(text, HKI_CALLER);                                          \
    FORWARD(hki_vsscanf##prefix(text, format, arguments));                     \
  }

SCAN()
SCAN(__isoc99_)
