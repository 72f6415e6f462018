/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: functions of string.h. Each touches what it reads, so far as its
 * result depends on it, then what it writes, and then does it.
 */
#include "speculate/shadow.h"

#include <ctype.h>
#include <string.h>

static void reads(const void *at, size_t bytes) {
  hki_touch(at, bytes, HKI_READS);
}

static void writes(void *at, size_t bytes) { hki_touch(at, bytes, HKI_WRITES); }

/* A string with its end. */
static size_t read_text(const char *text) {
  size_t length = strlen(text);
  reads(text, length + 1);
  return length;
}

void *hk_spec_memcpy(void *to, const void *from, unsigned long bytes) {
  reads(from, bytes);
  writes(to, bytes);
  return memmove(to, from, bytes);
}

void *hk_spec_memmove(void *to, const void *from, unsigned long bytes) {
  reads(from, bytes);
  writes(to, bytes);
  return memmove(to, from, bytes);
}

void *hk_spec_memset(void *to, int byte, unsigned long bytes) {
  writes(to, bytes);
  return memset(to, byte, bytes);
}

int hk_spec_memcmp(const void *a, const void *b, unsigned long bytes) {
  const unsigned char *left = a, *right = b;
  size_t same = 0;
  while (same < bytes && left[same] == right[same])
    same++;
  reads(a, same + (same < bytes));
  reads(b, same + (same < bytes));
  return same < bytes ? left[same] - right[same] : 0;
}

void *hk_spec_memchr(const void *at, int byte, unsigned long bytes) {
  char *found = memchr(at, byte, bytes);
  reads(at, found ? (size_t)(found - (const char *)at) + 1 : bytes);
  return found;
}

unsigned long hk_spec_strlen(const char *text) { return read_text(text); }

int hk_spec_strncmp(const char *a, const char *b, unsigned long most) {
  size_t same = 0;
  while (same < most && a[same] == b[same] && a[same] != 0)
    same++;
  reads(a, same + (same < most));
  reads(b, same + (same < most));
  return same < most ? (unsigned char)a[same] - (unsigned char)b[same] : 0;
}

int hk_spec_strcmp(const char *a, const char *b) {
  return hk_spec_strncmp(a, b, (size_t)-1);
}

char *hk_spec_strcpy(char *to, const char *from) {
  size_t length = read_text(from);
  writes(to, length + 1);
  return memcpy(to, from, length + 1);
}

char *hk_spec_strncpy(char *to, const char *from, unsigned long bytes) {
  size_t length = strnlen(from, bytes);
  reads(from, length + (length < bytes));
  writes(to, bytes);
  memcpy(to, from, length);
  memset(to + length, 0, bytes - length);
  return to;
}

char *hk_spec_strcat(char *to, const char *from) {
  size_t before = read_text(to), length = read_text(from);
  writes(to + before, length + 1);
  memcpy(to + before, from, length + 1);
  return to;
}

char *hk_spec_strchr(const char *text, int byte) {
  char *found = strchr(text, byte);
  if (found)
    reads(text, (size_t)(found - text) + 1);
  else
    read_text(text);
  return found;
}

char *hk_spec_strrchr(const char *text, int byte) {
  read_text(text);
  return strrchr(text, byte);
}

char *hk_spec_strstr(const char *text, const char *part) {
  size_t length = read_text(part);
  char *found = strstr(text, part);
  if (found)
    reads(text, (size_t)(found - text) + length);
  else
    read_text(text);
  return found;
}

char *hk_spec_strndup(const char *text, unsigned long most) {
  size_t length = strnlen(text, most);
  reads(text, length + (length < most));
  char *copy = hk_spec_malloc(length + 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *hk_spec_strdup(const char *text) {
  return hk_spec_strndup(text, (size_t)-1);
}

unsigned long hk_spec_strnlen(const char *text, unsigned long most) {
  size_t length = strnlen(text, most);
  reads(text, length + (length < most));
  return length;
}

char *hk_spec_strncat(char *to, const char *from, unsigned long most) {
  size_t before = read_text(to), length = hk_spec_strnlen(from, most);
  writes(to + before, length + 1);
  memcpy(to + before, from, length);
  to[before + length] = 0;
  return to;
}

char *hk_spec_stpcpy(char *to, const char *from) {
  size_t length = read_text(from);
  writes(to, length + 1);
  memcpy(to, from, length + 1);
  return to + length;
}

void *hk_spec_mempcpy(void *to, const void *from, unsigned long bytes) {
  return (char *)hk_spec_memcpy(to, from, bytes) + bytes;
}

unsigned long hk_spec_strspn(const char *text, const char *set) {
  size_t length = strspn(text, set);
  read_text(set);
  reads(text, length + 1);
  return length;
}

unsigned long hk_spec_strcspn(const char *text, const char *set) {
  size_t length = strcspn(text, set);
  read_text(set);
  reads(text, length + 1);
  return length;
}

char *hk_spec_strpbrk(const char *text, const char *set) {
  size_t length = hk_spec_strcspn(text, set);
  return text[length] ? (char *)text + length : NULL;
}

int hk_spec_strncasecmp(const char *a, const char *b, unsigned long most) {
  const unsigned char *left = (const unsigned char *)a;
  const unsigned char *right = (const unsigned char *)b;
  size_t same = 0;
  while (same < most && tolower(left[same]) == tolower(right[same]) &&
         left[same] != 0)
    same++;
  reads(a, same + (same < most));
  reads(b, same + (same < most));
  return same < most ? tolower(left[same]) - tolower(right[same]) : 0;
}

int hk_spec_strcasecmp(const char *a, const char *b) {
  return hk_spec_strncasecmp(a, b, (size_t)-1);
}
