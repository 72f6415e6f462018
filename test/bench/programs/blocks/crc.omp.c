// SPDX-License-Identifier: Apache-2.0
// CRC-32 and Adler-32 of every sector of a disk image, compared with a list of
// the sums as they should be.
//
// SMALL: 40
//
// A sum goes from byte to byte; the sectors are independent. The first bad
// sector and the number of bad ones are a selection and a sum.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Sector = 4096 };

typedef struct {
  uint32_t crc, adler;
} Sums;

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}

static Sums sums(const uint8_t *p, int n) {
  uint32_t crc = 0xffffffffu, a = 1, b = 0;
  for (int i = 0; i < n; i++) {
    crc = table[(crc ^ p[i]) & 255] ^ crc >> 8;
    a = (a + p[i]) % 65521;
    b = (b + a) % 65521;
  }
  return (Sums){~crc, b << 16 | a};
}

int main(int argc, char **argv) {
  int sectors = argc > 1 ? atoi(argv[1]) : 20000;
  uint8_t *image = malloc((size_t)sectors * Sector);
  Sums *expected = malloc(sectors * sizeof *expected);
  if (!image || !expected)
    return 1;
  make_table();
#pragma omp parallel for schedule(static)
  for (long i = 0; i < (long)sectors * Sector; i++)
    image[i] = (uint8_t)(i * 2654435761u >> 23);
#pragma omp parallel for schedule(static)
  for (int s = 0; s < sectors; s++)
    expected[s] = sums(image + (size_t)s * Sector, Sector);
  for (int s = 11; s < sectors; s += 997)
    image[(size_t)s * Sector + s % Sector] ^= 4;

  int bad = 0, first = sectors;
  uint32_t all = 0;
#pragma omp parallel for schedule(static) reduction(+ : bad)                   \
    reduction(min : first) reduction(^ : all)
  for (int s = 0; s < sectors; s++) {
    Sums now = sums(image + (size_t)s * Sector, Sector);
    all ^= now.crc + now.adler;
    if (now.crc != expected[s].crc || now.adler != expected[s].adler) {
      bad++;
      if (s < first)
        first = s;
    }
  }
  printf("%d bad sectors, first %d, all %08x\n", bad, first, all);
  free(image);
  free(expected);
  return 0;
}
