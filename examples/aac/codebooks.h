/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CODEBOOKS_H
#define CODEBOOKS_H

#include <stdint.h>

enum {
  SCALE_CODE = 0, /* of differences of scale factors; 1 to 11: of spectra */
  SPECTRUM_CODES = 11,
  CODES = 1 + SPECTRUM_CODES,
  LONGEST_CODEWORD = 19,
  MOST_CODEWORDS = 289
};

struct code {
  int size;
  uint8_t count[LONGEST_CODEWORD + 1]; /* of codewords of each length */
  const uint16_t *order;               /* what the codewords stand for */
};

extern const struct code codes[CODES];

#endif
