/* SPDX-License-Identifier: Apache-2.0
 *
 * Text in a caller's buffer, put together piece by piece. Unlike snprintf this
 * may be used in a signal handler and between fork and exec, where the watchdog
 * lives.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hki_line {
  char *text; /* always ends with a 0 */
  size_t room;
  size_t length;
  bool is_cut; /* something did not fit; nothing is added after that */
};

struct hki_line hki_line_in(char *text, size_t room);
void hki_line_add(struct hki_line *line, const char *text);
void hki_line_add_bytes(struct hki_line *line, const char *bytes,
                        size_t length);
void hki_line_add_number(struct hki_line *line, unsigned long long number);

/* Reads a decimal number at `*at` and moves on behind it. False if there is
 * none or it is too large. */
bool hki_line_number(const char **at, unsigned long long *number);
