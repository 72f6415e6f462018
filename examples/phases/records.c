/* SPDX-License-Identifier: Apache-2.0 */
#include "phases.h"

static uint32_t key_state = 99;

void records_generate(struct record *records, int count) {
  int i;

  for (i = 0; i < count; i++) {
    key_state ^= key_state << 13;
    key_state ^= key_state >> 17;
    key_state ^= key_state << 5;
    records[i].key = key_state % 1000003u;
    records[i].value = (uint32_t)i;
  }
}

/* Bottom-up merge sort: stable, no recursion. */
void records_sort(struct record *records, struct record *scratch, int count) {
  int width, start, i;

  for (width = 1; width < count; width *= 2) {
    for (start = 0; start < count; start += 2 * width) {
      int middle = start + width < count ? start + width : count;
      int end = start + 2 * width < count ? start + 2 * width : count;
      int left = start, right = middle;

      for (i = start; i < end; i++) {
        if (left < middle &&
            (right >= end || records[left].key <= records[right].key))
          scratch[i] = records[left++];
        else
          scratch[i] = records[right++];
      }
    }
    for (i = 0; i < count; i++)
      records[i] = scratch[i];
  }
}

uint64_t records_digest(const struct record *records, int count) {
  uint64_t digest = 1469598103934665603ULL;
  int i;

  for (i = 0; i < count; i++) {
    digest = (digest ^ records[i].key) * 1099511628211ULL;
    digest = (digest ^ records[i].value) * 1099511628211ULL;
  }
  return digest;
}
