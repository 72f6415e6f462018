/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs for the guest share: the machine's files, and what
 * libhocket has reported.
 */
#pragma once

#include "../check.h"

#include <stdbool.h>
#include <string.h>

enum { TEXT = 256 };

/* The file's first line; "" if it cannot be read. */
static inline void read_text(const char *path, char text[TEXT]) {
  FILE *file = fopen(path, "r");
  text[0] = 0;
  if (!file)
    return;
  if (!fgets(text, TEXT, file))
    text[0] = 0;
  fclose(file);
  text[strcspn(text, "\n")] = 0;
}

static inline bool holds(const char *path, const char *wanted) {
  char text[TEXT];
  read_text(path, text);
  if (strcmp(text, wanted) != 0)
    fprintf(stderr, "%s holds '%s', not '%s'\n", path, text, wanted);
  return strcmp(text, wanted) == 0;
}

static inline void put(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static char said[4096];
static unsigned messages;

static inline void report(void *context, const char *text) {
  (void)context;
  messages++;
  size_t length = strlen(said);
  snprintf(said + length, sizeof said - length, "%s\n", text);
}

static inline void forget_said(void) {
  said[0] = 0;
  messages = 0;
}

static inline bool was_said(const char *words) {
  bool isSaid = strstr(said, words) != NULL;
  if (!isSaid)
    fprintf(stderr, "said only: %s", said);
  return isSaid;
}

static inline bool nothing_was_said(void) {
  if (messages != 0)
    fprintf(stderr, "said: %s", said);
  return messages == 0;
}

static inline enum hk_power_backend backend_of(const struct hk_power *power,
                                               unsigned cpu) {
  struct hk_power_clock clock;
  CHECK(hk_power_describe(power, cpu, &clock) == 0);
  return clock.backend;
}
