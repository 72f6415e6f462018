/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/files/line.h"

#include <limits.h>
#include <string.h>

struct hki_line hki_line_in(char *text, size_t room) {
  text[0] = 0;
  return (struct hki_line){text, room, 0, false};
}

void hki_line_add_bytes(struct hki_line *line, const char *bytes,
                        size_t length) {
  line->is_cut |= length >= line->room - line->length;
  if (line->is_cut)
    return;
  memcpy(line->text + line->length, bytes, length);
  line->length += length;
  line->text[line->length] = 0;
}

void hki_line_add(struct hki_line *line, const char *text) {
  hki_line_add_bytes(line, text, strlen(text));
}

void hki_line_add_number(struct hki_line *line, unsigned long long number) {
  char digits[24];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  hki_line_add_bytes(line, digits + at, sizeof digits - at);
}

bool hki_line_number(const char **at, unsigned long long *number) {
  const char *text = *at;
  unsigned long long value = 0;
  if (*text < '0' || *text > '9')
    return false;
  for (; *text >= '0' && *text <= '9'; text++) {
    unsigned digit = (unsigned)(*text - '0');
    if (value > (ULLONG_MAX - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  *at = text;
  *number = value;
  return true;
}
