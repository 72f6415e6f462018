/* SPDX-License-Identifier: Apache-2.0 */
#include "phases.h"

#include <string.h>

static uint32_t buckets[TEXT_BUCKETS];

void text_generate(char *text, size_t size) {
  uint32_t state = 777;
  size_t i;

  for (i = 0; i < size; i++) {
    state = state * 1103515245u + 12345u;
    uint32_t r = state >> 16 & 1023;
    text[i] = r < 170 ? ' ' : r < 180 ? '\n' : (char)('a' + r % 26);
  }
}

void text_study(const char *text, size_t size, struct text_stats *stats) {
  uint32_t hash = 5381;
  long length = 0;
  size_t i;
  int b;

  memset(buckets, 0, sizeof buckets);
  memset(stats, 0, sizeof *stats);
  for (i = 0; i <= size; i++) {
    char c = i < size ? text[i] : ' ';
    if (c == ' ' || c == '\n') {
      if (length > 0) {
        stats->words++;
        stats->digest = stats->digest * 31 + hash;
        buckets[hash % TEXT_BUCKETS]++;
        if (length > stats->longest)
          stats->longest = length;
      }
      hash = 5381;
      length = 0;
    } else {
      hash = hash * 33u ^ (unsigned char)c;
      length++;
    }
  }
  for (b = 0; b < TEXT_BUCKETS; b++) {
    if (buckets[b] > stats->fullest_count) {
      stats->fullest_count = buckets[b];
      stats->fullest_bucket = (uint32_t)b;
    }
  }
}
