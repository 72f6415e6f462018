/* SPDX-License-Identifier: Apache-2.0
 *
 * Bit sets. Lists are read and written by the files layer; masks, in which
 * workqueues and IRQs are set, here (bitmap_parse of the kernel).
 */
#include "reserve/look/cpus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool hki_cpus_has(const struct hki_cpus *set, unsigned cpu) {
  return cpu < HKI_MOST_CPUS && (set->words[cpu / 64] >> cpu % 64 & 1);
}

void hki_cpus_add(struct hki_cpus *set, unsigned cpu) {
  set->words[cpu / 64] |= (uint64_t)1 << cpu % 64;
}

unsigned hki_cpus_count(const struct hki_cpus *set) {
  unsigned count = 0;
  for (unsigned i = 0; i < HKI_CPUS_WORDS; i++)
    count += (unsigned)__builtin_popcountll(set->words[i]);
  return count;
}

bool hki_cpus_equal(const struct hki_cpus *a, const struct hki_cpus *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

struct hki_cpus hki_cpus_and(const struct hki_cpus *a,
                             const struct hki_cpus *b) {
  struct hki_cpus both;
  for (unsigned i = 0; i < HKI_CPUS_WORDS; i++)
    both.words[i] = a->words[i] & b->words[i];
  return both;
}

struct hki_cpus hki_cpus_without(const struct hki_cpus *a,
                                 const struct hki_cpus *b) {
  struct hki_cpus rest;
  for (unsigned i = 0; i < HKI_CPUS_WORDS; i++)
    rest.words[i] = a->words[i] & ~b->words[i];
  return rest;
}

bool hki_cpus_meet(const struct hki_cpus *a, const struct hki_cpus *b) {
  for (unsigned i = 0; i < HKI_CPUS_WORDS; i++)
    if (a->words[i] & b->words[i])
      return true;
  return false;
}

bool hki_cpus_within(const struct hki_cpus *a, const struct hki_cpus *b) {
  for (unsigned i = 0; i < HKI_CPUS_WORDS; i++)
    if (a->words[i] & ~b->words[i])
      return false;
  return true;
}

unsigned hki_cpus_next(const struct hki_cpus *set, unsigned cpu) {
  while (cpu < HKI_MOST_CPUS && !hki_cpus_has(set, cpu))
    cpu++;
  return cpu;
}

int hki_cpus_parse_list(struct hki_cpus *set, const char *text) {
  unsigned cpus[HKI_MOST_CPUS];
  *set = (struct hki_cpus){{0}};
  int count = hki_files_parse_cpus(text, cpus, HKI_MOST_CPUS);
  for (int i = 0; i < count; i++)
    hki_cpus_add(set, cpus[i]);
  return count < 0 ? count : 0;
}

int hki_cpus_parse_mask(struct hki_cpus *set, const char *text) {
  *set = (struct hki_cpus){{0}};
  size_t length = strcspn(text, "\n");
  if (length == 0)
    return -EBADMSG;
  for (unsigned bit = 0; length-- > 0;) {
    char c = text[length];
    if (c == ',')
      continue;
    char digit[2] = {c, '\0'}, *end;
    unsigned value = (unsigned)strtoul(digit, &end, 16);
    if (*end)
      return -EBADMSG;
    for (unsigned i = 0; i < 4; i++, bit++) {
      if (!(value >> i & 1))
        continue;
      if (bit >= HKI_MOST_CPUS)
        return -E2BIG;
      hki_cpus_add(set, bit);
    }
  }
  return 0;
}

int hki_cpus_list(const struct hki_cpus *set, char *text, size_t room) {
  unsigned cpus[HKI_MOST_CPUS], count = 0;
  for (unsigned cpu = hki_cpus_next(set, 0); cpu < HKI_MOST_CPUS;
       cpu = hki_cpus_next(set, cpu + 1))
    cpus[count++] = cpu;
  int length = hki_files_print_cpus(cpus, count, text, room);
  return length < 0 ? length : 0;
}

int hki_cpus_mask(const struct hki_cpus *set, const char *like, char *text,
                  size_t room) {
  unsigned digits = 0, last = 0;
  for (const char *c = like; *c && *c != '\n'; c++)
    digits += *c != ',';
  for (unsigned i = hki_cpus_next(set, 0); i < HKI_MOST_CPUS;
       i = hki_cpus_next(set, i + 1))
    last = i;
  if (digits < last / 4 + 1)
    digits = last / 4 + 1;
  if (room < digits + digits / 8 + 1)
    return -E2BIG;
  while (digits-- > 0) {
    *text++ =
        "0123456789abcdef"[set->words[digits / 16] >> digits % 16 * 4 & 15];
    if (digits && digits % 8 == 0)
      *text++ = ',';
  }
  *text = '\0';
  return 0;
}
