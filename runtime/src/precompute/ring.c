/* SPDX-License-Identifier: Apache-2.0 */
#include "precompute/ring.h"

#include "platform/children.h"

#include <string.h>

enum { KEYS = 8 << 20, ANSWERS = 32 << 20, LINE = 64 };

static size_t whole_lines(size_t bytes) {
  return (bytes + LINE - 1) / LINE * LINE;
}

static uint64_t power_below(uint64_t number) {
  uint64_t power = 1;
  while (2 * power <= number)
    power *= 2;
  return power;
}

bool hki_layout_make(struct hki_layout *layout, const struct hk_pre_loop *loop,
                     unsigned evaluators, unsigned chunk) {
  const uint64_t most = 8192;
  size_t key = 0, answer = 0;
  for (unsigned i = 0; i < loop->count; i++) {
    const struct hk_pre_function *one = loop->functions[i];
    size_t keys = one->key_bytes + one->place_bytes;
    size_t all = keys + one->result_bytes + one->place_bytes;
    key = keys > key ? keys : key;
    answer = all > answer ? all : answer;
  }
  layout->evaluators =
      evaluators < HKI_MOST_EVALUATORS ? evaluators : HKI_MOST_EVALUATORS;
  layout->chunk = chunk;
  layout->key_bytes = key;
  layout->slot_bytes = whole_lines(sizeof(struct hki_asked) + key);
  layout->record_bytes = whole_lines(sizeof(struct hki_made) + answer + 64);
  layout->slots = power_below((KEYS - 4096) / layout->slot_bytes);
  layout->records = power_below((ANSWERS - 4096) / layout->record_bytes /
                                (evaluators > 0 ? evaluators : 1));
  layout->slots = layout->slots < most ? layout->slots : most;
  layout->records = layout->records < most ? layout->records : most;
  return layout->slots >= 16 && layout->records >= 8 && evaluators > 0;
}

bool hki_rings_make(struct hki_rings *rings) {
  if (!rings->keys)
    rings->keys = hki_platform_reserve(KEYS, true);
  if (!rings->answers)
    rings->answers = hki_platform_reserve(ANSWERS, true);
  return rings->keys && rings->answers;
}

size_t hki_rings_bytes(void) { return (size_t)KEYS + ANSWERS; }

void hki_rings_clear(struct hki_rings *rings) {
  rings->keys->position = 0;
  rings->answers->floor = 0;
  for (unsigned i = 0; i < HKI_MOST_EVALUATORS; i++)
    rings->answers->lines[i] = (struct hki_line){.claim = ~0ull};
}

bool hki_rings_close_keys(const struct hki_rings *rings) {
  return hki_platform_close(rings->keys, KEYS);
}

bool hki_rings_close_answers(const struct hki_rings *rings) {
  return hki_platform_close(rings->answers, ANSWERS);
}

struct hki_asked *hki_slot_of(const struct hki_rings *rings, uint64_t call) {
  const struct hki_layout *layout = &rings->layout;
  return (struct hki_asked *)(void *)(rings->keys->calls +
                                      (call & (layout->slots - 1)) *
                                          layout->slot_bytes);
}

struct hki_made *hki_record_of(const struct hki_rings *rings, unsigned line,
                               uint64_t number) {
  const struct hki_layout *layout = &rings->layout;
  uint64_t at = line * layout->records + (number & (layout->records - 1));
  return (struct hki_made *)(void *)(rings->answers->calls +
                                     at * layout->record_bytes);
}

int hki_maker_of(const struct hki_layout *layout, uint64_t call) {
  return (int)(call / layout->chunk % (layout->evaluators + 1)) - 1;
}

size_t hki_key_write(const struct hk_pre_function *function,
                     const void *arguments, const struct hk_pre_place *places,
                     char *to) {
  size_t bytes = function->key_bytes;
  memcpy(to, arguments, bytes);
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & hk_pre_key) {
      memcpy(to + bytes, places[i].at, places[i].bytes);
      bytes += places[i].bytes;
    }
  return bytes;
}

bool hki_key_is(const struct hk_pre_function *function, const void *arguments,
                const struct hk_pre_place *places, const char *key) {
  size_t bytes = function->key_bytes;
  if (memcmp(key, arguments, bytes) != 0)
    return false;
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & hk_pre_key) {
      if (memcmp(key + bytes, places[i].at, places[i].bytes) != 0)
        return false;
      bytes += places[i].bytes;
    }
  return true;
}

size_t hki_answer_bytes(const struct hk_pre_function *function,
                        const struct hk_pre_place *places) {
  size_t bytes = function->result_bytes;
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & (hk_pre_answer | hk_pre_sum))
      bytes += places[i].bytes;
  return bytes;
}

/* Multiply and rotate; it has to tell what was written by mistake. */
uint64_t hki_sum_over(const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  uint64_t sum = count * 0x9e3779b97f4a7c15ull + 1, word;
  for (; count >= sizeof word; count -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    sum = (sum ^ word) * 0xff51afd7ed558ccdull;
    sum ^= sum >> 32;
  }
  for (; count > 0; count--)
    sum = (sum ^ *at++) * 0xff51afd7ed558ccdull;
  return sum ^ sum >> 29;
}

uint64_t hki_bytes_number(const void *at, size_t bytes) {
  uint64_t number = 0;
  uint32_t four;
  uint16_t two;
  if (bytes == 4)
    return memcpy(&four, at, 4), four;
  if (bytes == 2)
    return memcpy(&two, at, 2), two;
  if (bytes == 1)
    return *(const unsigned char *)at;
  memcpy(&number, at, sizeof number);
  return number;
}

void hki_bytes_add(void *at, size_t bytes, uint64_t more) {
  uint64_t number = hki_bytes_number(at, bytes) + more;
  uint32_t four = (uint32_t)number;
  uint16_t two = (uint16_t)number;
  unsigned char one = (unsigned char)number;
  if (bytes == 4)
    memcpy(at, &four, 4);
  else if (bytes == 2)
    memcpy(at, &two, 2);
  else if (bytes == 1)
    memcpy(at, &one, 1);
  else
    memcpy(at, &number, sizeof number);
}
