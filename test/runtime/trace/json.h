/* SPDX-License-Identifier: Apache-2.0
 *
 * Is a text JSON (RFC 8259)? It is not read, only checked. Each function
 * returns the end of what it names, NULL if that does not stand there.
 */
#pragma once

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static inline const char *json_space(const char *at) {
  return at + strspn(at, " \t\r\n");
}

static inline const char *json_string(const char *at) {
  if (*at++ != '"')
    return NULL;
  while (*at != '"') {
    if ((unsigned char)*at < 0x20)
      return NULL;
    if (*at++ != '\\')
      continue;
    if (*at == 'u') {
      for (int i = 1; i <= 4; i++)
        if (!isxdigit((unsigned char)at[i]))
          return NULL;
      at += 4;
    } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
      return NULL;
    }
    at++;
  }
  return at + 1;
}

static inline const char *json_digits(const char *at) {
  size_t count = strspn(at, "0123456789");
  return count ? at + count : NULL;
}

static inline const char *json_number(const char *at) {
  at += *at == '-';
  const char *end = *at == '0' ? at + 1 : json_digits(at);
  if (end && *end == '.')
    end = json_digits(end + 1);
  if (end && (*end == 'e' || *end == 'E'))
    end = json_digits(end + 1 + (end[1] == '+' || end[1] == '-'));
  return end;
}

static inline const char *json_value(const char *at);

/* An object or array, from behind its first bracket. */
static inline const char *json_members(const char *at, char close) {
  at = json_space(at);
  if (*at == close)
    return at + 1;
  for (;;) {
    if (close == '}') {
      at = json_string(at);
      at = at ? json_space(at) : NULL;
      if (!at || *at++ != ':')
        return NULL;
    }
    at = json_value(at);
    if (!at || *at == close)
      return at ? at + 1 : NULL;
    if (*at++ != ',')
      return NULL;
    at = json_space(at);
  }
}

/* With the space around it. */
static inline const char *json_value(const char *at) {
  static const char *const words[] = {"true", "false", "null"};
  const char *end = NULL;
  at = json_space(at);
  if (*at == '{' || *at == '[')
    end = json_members(at + 1, *at == '{' ? '}' : ']');
  else if (*at == '"')
    end = json_string(at);
  else if (*at == '-' || isdigit((unsigned char)*at))
    end = json_number(at);
  for (int i = 0; i < 3 && !end; i++)
    if (strncmp(at, words[i], strlen(words[i])) == 0)
      end = at + strlen(words[i]);
  return end ? json_space(end) : NULL;
}

static inline int is_json(const char *text) {
  const char *end = json_value(text);
  return end && !*end;
}
