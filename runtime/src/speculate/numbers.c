/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: the C library's functions that read numbers in texts, as they
 * are. Of the text that counts which they may have looked at: what they have
 * taken, and some characters more that could have been part of a number
 * ("infinity", "1e+", "0x"); all of it where any number of characters could,
 * in "nan(...)".
 */
#include "speculate/shadow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MORE = 8 }; /* as long as "infinity" */

static const char *behind_space(const char *text) {
  while (isspace((unsigned char)*text))
    text++;
  return text;
}

static bool is_no_number(const char *text) {
  text += *text == '+' || *text == '-';
  return *text == 'n' || *text == 'N';
}

static void looked(const char *text, const char *end, int is_float) {
  if (!end)
    return;
  const char *begin = behind_space(text);
  if (end < begin)
    end = begin;
  size_t more =
      is_float && is_no_number(begin) ? strlen(end) : strnlen(end, MORE);
  bool has_end = end[more] == 0;
  hki_touch(text, (size_t)(end - text) + more + has_end, HKI_READS);
}

/* C23 has binary numbers, `0b101`, and headers of the C library choose which
 * function the program calls: not known here. */
static void check_base(const char *text, int base) {
  const char *at = behind_space(text);
  at += *at == '+' || *at == '-';
  if ((base == 0 || base == 2) && at[0] == '0' &&
      (at[1] == 'b' || at[1] == 'B'))
    hk_spec_give_up();
}

/* Where the number ends, for the program to know. */
static void note_end(char **to, char *end) {
  if (!to || !end)
    return;
  hki_touch(to, sizeof *to, HKI_WRITES);
  *to = end;
}

#define READS(type, name, is_float, parameters, call)                          \
  type hk_spec_##name parameters {                                             \
    char *last = NULL; /* stays so for a base that there is not */             \
    type value = call;                                                         \
    looked(text, last, is_float);                                              \
    note_end(end, last);                                                       \
    return value;                                                              \
  }
#define READS_INTEGER(type, name)                                              \
  READS(type, name, 0, (const char *text, char **end, int base),               \
        (check_base(text, base), name(text, &last, base)))
#define READS_FLOAT(type, name)                                                \
  READS(type, name, 1, (const char *text, char **end), name(text, &last))
READS_INTEGER(long, strtol)
READS_INTEGER(unsigned long, strtoul)
READS_INTEGER(long long, strtoll)
READS_INTEGER(unsigned long long, strtoull)
READS_FLOAT(float, strtof)
READS_FLOAT(double, strtod)

int hk_spec_atoi(const char *text) {
  return (int)hk_spec_strtol(text, NULL, 10);
}

long hk_spec_atol(const char *text) { return hk_spec_strtol(text, NULL, 10); }

long long hk_spec_atoll(const char *text) {
  return hk_spec_strtoll(text, NULL, 10);
}

double hk_spec_atof(const char *text) { return hk_spec_strtod(text, NULL); }
