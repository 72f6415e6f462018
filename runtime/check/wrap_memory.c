/* SPDX-License-Identifier: Apache-2.0
 *
 * <string.h> and <strings.h>. Comparisons and searches are recorded as far as
 * the result shows that they read.
 */
#include "wrap.h"

HKI_WRAP(void *, memmove, void *to, const void *from, size_t size) {
  hki_reads(from, size, HKI_CALLER);
  hki_writes(to, size, HKI_CALLER);
  return __real_memmove(to, from, size);
}

HKI_WRAP(void *, memcpy, void *to, const void *from, size_t size) {
  hki_reads(from, size, HKI_CALLER);
  hki_writes(to, size, HKI_CALLER);
  return __real_memcpy(to, from, size);
}

HKI_WRAP(void *, mempcpy, void *to, const void *from, size_t size) {
  hki_reads(from, size, HKI_CALLER);
  hki_writes(to, size, HKI_CALLER);
  return __real_mempcpy(to, from, size);
}

HKI_WRAP(void, bcopy, const void *from, void *to, size_t size) {
  hki_reads(from, size, HKI_CALLER);
  hki_writes(to, size, HKI_CALLER);
  __real_bcopy(from, to, size);
}

HKI_WRAP(void *, memset, void *to, int value, size_t size) {
  hki_writes(to, size, HKI_CALLER);
  return __real_memset(to, value, size);
}

HKI_WRAP(void, bzero, void *to, size_t size) {
  hki_writes(to, size, HKI_CALLER);
  __real_bzero(to, size);
}

/* Bytes that a comparison needs to look at. */
static size_t first_difference(const void *a, const void *b, size_t size) {
  const unsigned char *x = a, *y = b;
  size_t at = 0;
  while (at < size && x[at] == y[at])
    at++;
  return at < size ? at + 1 : size;
}

HKI_WRAP(int, memcmp, const void *a, const void *b, size_t size) {
  if (hki_now()) {
    size_t length = first_difference(a, b, size);
    hki_reads(a, length, HKI_CALLER);
    hki_reads(b, length, HKI_CALLER);
  }
  return __real_memcmp(a, b, size);
}

HKI_WRAP(void *, memchr, const void *in, int byte, size_t size) {
  const char *found = __real_memchr(in, byte, size);
  hki_reads(in, found ? (size_t)(found - (const char *)in) + 1 : size,
            HKI_CALLER);
  return (void *)found;
}

HKI_WRAP(size_t, strlen, const char *text) {
  hki_reads_text(text, HKI_CALLER);
  return __real_strlen(text);
}

HKI_WRAP(size_t, strnlen, const char *text, size_t most) {
  hki_reads_part(text, most, HKI_CALLER);
  return __real_strnlen(text, most);
}

HKI_WRAP(char *, strcpy, char *to, const char *from) {
  hki_reads_text(from, HKI_CALLER);
  hki_writes(to, __real_strlen(from) + 1, HKI_CALLER);
  return __real_strcpy(to, from);
}

HKI_WRAP(char *, stpcpy, char *to, const char *from) {
  hki_reads_text(from, HKI_CALLER);
  hki_writes(to, __real_strlen(from) + 1, HKI_CALLER);
  return __real_stpcpy(to, from);
}

HKI_WRAP(char *, strncpy, char *to, const char *from, size_t size) {
  hki_reads_part(from, size, HKI_CALLER);
  hki_writes(to, size, HKI_CALLER);
  return __real_strncpy(to, from, size);
}

HKI_WRAP(char *, strcat, char *to, const char *from) {
  size_t before = __real_strlen(to);
  hki_reads_text(to, HKI_CALLER);
  hki_reads_text(from, HKI_CALLER);
  hki_writes(to + before, __real_strlen(from) + 1, HKI_CALLER);
  return __real_strcat(to, from);
}

HKI_WRAP(char *, strncat, char *to, const char *from, size_t size) {
  size_t before = __real_strlen(to);
  hki_reads_text(to, HKI_CALLER);
  hki_reads_part(from, size, HKI_CALLER);
  hki_writes(to + before, __real_strnlen(from, size) + 1, HKI_CALLER);
  return __real_strncat(to, from, size);
}

/* Both strings up to where they differ. */
static void reads_both(const char *a, const char *b, size_t most,
                       hki_site site) {
  size_t length = __real_strnlen(a, most);
  length = first_difference(a, b, length < most ? length + 1 : most);
  hki_reads(a, length, site);
  hki_reads(b, length, site);
}

HKI_WRAP(int, strcmp, const char *a, const char *b) {
  if (hki_now())
    reads_both(a, b, SIZE_MAX, HKI_CALLER);
  return __real_strcmp(a, b);
}

HKI_WRAP(int, strncmp, const char *a, const char *b, size_t most) {
  if (hki_now())
    reads_both(a, b, most, HKI_CALLER);
  return __real_strncmp(a, b, most);
}

HKI_WRAP(char *, strchr, const char *text, int byte) {
  const char *found = __real_strchr(text, byte);
  if (found)
    hki_reads(text, (size_t)(found - text) + 1, HKI_CALLER);
  else
    hki_reads_text(text, HKI_CALLER);
  return (char *)found;
}

HKI_WRAP(char *, strrchr, const char *text, int byte) {
  hki_reads_text(text, HKI_CALLER);
  return __real_strrchr(text, byte);
}

HKI_WRAP(char *, strstr, const char *text, const char *part) {
  const char *found = __real_strstr(text, part);
  hki_reads_text(part, HKI_CALLER);
  if (found)
    hki_reads(text, (size_t)(found - text) + __real_strlen(part), HKI_CALLER);
  else
    hki_reads_text(text, HKI_CALLER);
  return (char *)found;
}

HKI_WRAP(size_t, strspn, const char *text, const char *set) {
  size_t length = __real_strspn(text, set);
  hki_reads_text(set, HKI_CALLER);
  hki_reads(text, length + 1, HKI_CALLER);
  return length;
}

HKI_WRAP(size_t, strcspn, const char *text, const char *set) {
  size_t length = __real_strcspn(text, set);
  hki_reads_text(set, HKI_CALLER);
  hki_reads(text, length + 1, HKI_CALLER);
  return length;
}

HKI_WRAP(char *, strpbrk, const char *text, const char *set) {
  char *found = __real_strpbrk(text, set);
  hki_reads_text(set, HKI_CALLER);
  if (found)
    hki_reads(text, (size_t)(found - text) + 1, HKI_CALLER);
  else
    hki_reads_text(text, HKI_CALLER);
  return found;
}

/* Where strtok goes on from. */
static char strtok_state;

HKI_WRAP(char *, strtok, char *text, const char *set) {
  hki_writes(&strtok_state, 1, HKI_CALLER);
  hki_reads_text(set, HKI_CALLER);
  char *token = __real_strtok(text, set);
  if (token)
    hki_writes(token, __real_strlen(token) + 1, HKI_CALLER);
  return token;
}

HKI_WRAP(char *, strtok_r, char *text, const char *set, char **state) {
  hki_writes(state, sizeof *state, HKI_CALLER);
  hki_reads_text(set, HKI_CALLER);
  char *token = __real_strtok_r(text, set, state);
  if (token)
    hki_writes(token, __real_strlen(token) + 1, HKI_CALLER);
  return token;
}
