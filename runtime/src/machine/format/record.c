/* SPDX-License-Identifier: Apache-2.0
 *
 * The sum is FNV-1a, 32 bits: it is to find accidents, not forgery. Who may
 * write the file is checked when it is opened (folder.h).
 */
#include "machine/format/record.h"

#include "machine/files/line.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static const struct {
  const char *word;
  unsigned fields;
} kinds[HKI_KINDS] = {
    [HKI_HEADER] = {"hocket-journal", 6},
    [HKI_WRITE] = {"write", 3},
    [HKI_AGAIN] = {"again", 1},
    [HKI_NOW] = {"now", 1},
    [HKI_NOTE] = {"note", 2},
    [HKI_FOLDER] = {"folder", 2},
    [HKI_AFFINITY] = {"affinity", 4},
    [HKI_CLAIM] = {"claim", 1},
    [HKI_CLOCK_CLAIM] = {"clock", 1},
    [HKI_UNDONE] = {"undone", 0},
};

static const char hex[] = "0123456789abcdef";

enum { SUM_DIGITS = 8 };

static unsigned sum_of(const char *text, size_t length, unsigned sum) {
  for (size_t i = 0; i < length; i++)
    sum = (sum ^ (unsigned char)text[i]) * 16777619u;
  return sum;
}

static void print_sum(unsigned sum, char digits[SUM_DIGITS]) {
  for (unsigned i = 0; i < SUM_DIGITS; i++)
    digits[i] = hex[sum >> 4 * (SUM_DIGITS - 1 - i) & 15];
}

static void add_field(struct hki_line *line, const char *field) {
  hki_line_add(line, *field ? " " : " %-");
  for (; *field; field++) {
    unsigned char byte = (unsigned char)*field;
    char escaped[3] = {'%', hex[byte >> 4], hex[byte & 15]};
    if (byte <= ' ' || byte == '%' || byte > '~')
      hki_line_add_bytes(line, escaped, sizeof escaped);
    else
      hki_line_add_bytes(line, field, 1);
  }
}

int hki_record_print(const struct hki_record *record, char *text, size_t room,
                     unsigned *sum) {
  struct hki_line line = hki_line_in(text, room);
  hki_line_add(&line, kinds[record->kind].word);
  hki_line_add(&line, " ");
  hki_line_add_number(&line, record->number);
  for (unsigned i = 0; i < kinds[record->kind].fields; i++)
    add_field(&line, record->field[i]);
  hki_line_add(&line, " ");
  unsigned next = sum_of(line.text, line.length, *sum);
  char digits[SUM_DIGITS];
  print_sum(next, digits);
  hki_line_add_bytes(&line, digits, sizeof digits);
  hki_line_add(&line, "\n");
  if (line.is_cut)
    return -E2BIG;
  *sum = next;
  return (int)line.length;
}

static int digit_of(char c) {
  const char *at = c ? strchr(hex, c) : NULL;
  return at ? (int)(at - hex) : -1;
}

/* Undoes add_field in place. */
static int unescape(char *field) {
  char *to = field;
  if (strcmp(field, "%-") == 0) {
    *field = 0;
    return 0;
  }
  for (; *field; field++) {
    if (*field != '%') {
      *to++ = *field;
      continue;
    }
    int high = digit_of(field[1]);
    int low = high < 0 ? -1 : digit_of(field[2]);
    if (low < 0 || (high == 0 && low == 0))
      return -EBADMSG;
    *to++ = (char)(high << 4 | low);
    field += 2;
  }
  *to = 0;
  return 0;
}

/* Cuts the sum off the line's end. */
static int check_sum(char *line, unsigned *sum) {
  size_t length = strlen(line);
  if (length <= SUM_DIGITS)
    return -EBADMSG;
  unsigned next = sum_of(line, length - SUM_DIGITS, *sum);
  char digits[SUM_DIGITS];
  print_sum(next, digits);
  if (memcmp(line + length - SUM_DIGITS, digits, SUM_DIGITS) != 0)
    return -EBADMSG;
  if (line[length - SUM_DIGITS - 1] != ' ')
    return -EBADMSG;
  line[length - SUM_DIGITS - 1] = 0;
  *sum = next;
  return 0;
}

/* The line up to the next space; moves on behind it. NULL at the end. */
static char *cut_word(char **line) {
  char *word = *line;
  if (!word)
    return NULL;
  char *space = strchr(word, ' ');
  if (space)
    *space++ = 0;
  *line = space;
  return word;
}

int hki_record_parse(char *line, struct hki_record *record, unsigned *sum) {
  if (check_sum(line, sum) != 0)
    return -EBADMSG;
  const char *word = cut_word(&line);
  unsigned kind = 0;
  while (kind < HKI_KINDS && strcmp(word, kinds[kind].word) != 0)
    kind++;
  const char *number = cut_word(&line);
  unsigned long long value;
  if (kind == HKI_KINDS || !number || !hki_line_number(&number, &value) ||
      *number || value > INT_MAX)
    return -EBADMSG;
  *record = (struct hki_record){(enum hki_kind)kind, (unsigned)value, {NULL}};
  for (unsigned i = 0; i < kinds[kind].fields; i++) {
    char *field = cut_word(&line);
    if (!field || unescape(field) != 0)
      return -EBADMSG;
    record->field[i] = field;
  }
  return line ? -EBADMSG : 0;
}
