/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/format.h"

#include "speculate/shadow.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* va_list is an array on some machines, and no parameter then. */
struct arguments {
  va_list list;
};

/* A conversion as far as its argument depends on it. */
struct conversion {
  char kind;   /* d, s, ... */
  char length; /* of integers: 0, h, l, L for ll, j, z, t; L: long double */
  size_t precision; /* of strings */
};

static void skip(const char **at, const char *set) { *at += strspn(*at, set); }

/* A width or a precision. */
static int read_number(const char **at, struct arguments *arguments) {
  if (**at == '*') {
    ++*at;
    return va_arg(arguments->list, int);
  }
  int number = 0;
  for (; **at >= '0' && **at <= '9'; ++*at)
    if (__builtin_mul_overflow(number, 10, &number) ||
        __builtin_add_overflow(number, **at - '0', &number))
      hk_spec_give_up();
  return number;
}

static char read_length(const char **at) {
  static const char *const words[] = {"hh", "h", "ll", "l", "L", "j", "z", "t"};
  static const char lengths[] = {'h', 'h', 'L', 'l', 'L', 'j', 'z', 't'};
  for (unsigned i = 0; i < sizeof lengths; i++) {
    size_t size = strlen(words[i]);
    if (strncmp(*at, words[i], size) == 0) {
      *at += size;
      return lengths[i];
    }
  }
  return 0;
}

/* `*at` is behind the '%'. */
static struct conversion read_conversion(const char **at,
                                         struct arguments *arguments) {
  struct conversion result = {.precision = SIZE_MAX};
  skip(at, "-+ #0'");
  read_number(at, arguments);
  if (**at == '.') {
    ++*at;
    int precision = read_number(at, arguments);
    if (precision >= 0)
      result.precision = (size_t)precision;
  }
  result.length = read_length(at);
  result.kind = **at;
  if (result.kind != 0)
    ++*at;
  return result;
}

static void take_integer(char length, struct arguments *arguments) {
  switch (length) {
  case 'l':
    (void)va_arg(arguments->list, long);
    break;
  case 'L':
    (void)va_arg(arguments->list, long long);
    break;
  case 'j':
    (void)va_arg(arguments->list, intmax_t);
    break;
  case 'z':
    (void)va_arg(arguments->list, size_t);
    break;
  case 't':
    (void)va_arg(arguments->list, ptrdiff_t);
    break;
  default:
    (void)va_arg(arguments->list, int);
  }
}

static void touch_string(const char *text, size_t most) {
  if (!text) /* "(null)" */
    return;
  size_t length = strnlen(text, most);
  hki_touch(text, length + (length < most), HKI_READS);
}

/* long: one case for each kind of argument. */
static void take(const struct conversion *conversion,
                 struct arguments *arguments) {
  switch (conversion->kind) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    take_integer(conversion->length, arguments);
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    if (conversion->length == 'L')
      (void)va_arg(arguments->list, long double);
    else
      (void)va_arg(arguments->list, double);
    break;
  case 'p':
    (void)va_arg(arguments->list, void *);
    break;
  case '%':
    break;
  case 'c':
    if (conversion->length != 0)
      hk_spec_give_up();
    (void)va_arg(arguments->list, int);
    break;
  case 's':
    if (conversion->length != 0)
      hk_spec_give_up();
    touch_string(va_arg(arguments->list, const char *), conversion->precision);
    break;
  default: /* %n, wide characters, what only some C libraries know */
    hk_spec_give_up();
  }
}

void hki_touch_arguments(const char *format, va_list list) {
  struct arguments arguments;
  hki_touch(format, strlen(format) + 1, HKI_READS);
  va_copy(arguments.list, list);
  for (const char *at = format; (at = strchr(at, '%')) != NULL;) {
    at++;
    struct conversion conversion = read_conversion(&at, &arguments);
    take(&conversion, &arguments);
  }
  va_end(arguments.list);
}

int hki_format_into(char *to, size_t room, const char *format, va_list list) {
  va_list again;
  hki_touch_arguments(format, list);
  va_copy(again, list);
  int size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (size < 0 || room > INT_MAX)
    hk_spec_give_up();
  size_t written = (size_t)size < room ? (size_t)size + 1 : room;
  hki_touch(to, written, HKI_WRITES);
  return vsnprintf(to, written, format, list);
}
