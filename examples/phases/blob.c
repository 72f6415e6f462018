/* SPDX-License-Identifier: Apache-2.0 */
#include "phases.h"

static uint32_t crc_table[256];

static void make_crc_table(void) {
  uint32_t c;
  int n, k;

  for (n = 0; n < 256; n++) {
    c = (uint32_t)n;
    for (k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    crc_table[n] = c;
  }
}

void blob_generate(unsigned char *blob, size_t size) {
  uint32_t state = 2024;
  size_t i;

  for (i = 0; i < size; i++) {
    state = state * 22695477u + 1u;
    blob[i] = (unsigned char)(state >> 16);
  }
}

uint32_t blob_crc32(const unsigned char *blob, size_t size) {
  uint32_t crc = 0xffffffffu;
  size_t i;

  make_crc_table();
  for (i = 0; i < size; i++)
    crc = crc_table[(crc ^ blob[i]) & 255] ^ (crc >> 8);
  return crc ^ 0xffffffffu;
}
