/* SPDX-License-Identifier: Apache-2.0 */
#include "bands.h"

#include <string.h>

/* Where bands begin; of 32 kHz, the last one is three. */
static const int long_offset[] = {
    0,   4,   8,   12,  16,  20,  24,  28,  32,  36,  40,  48,  56,
    64,  72,  80,  88,  96,  108, 120, 132, 144, 160, 176, 196, 216,
    240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608,
    640, 672, 704, 736, 768, 800, 832, 864, 896, 928, 960, 992, 1024};
static const int short_offset[] = {0,  4,  8,  12, 16, 20,  28, 36,
                                   44, 56, 68, 80, 96, 112, 128};

static void use(struct bands *bands, const int *offset, int count, double line,
                int highest) {
  bands->count = count;
  memcpy(bands->offset, offset, (size_t)(count + 1) * sizeof *offset);
  bands->used = count;
  while (bands->used > 1 && bands->offset[bands->used - 1] * line >= highest)
    bands->used--;
}

int bands_init(struct bands *of_long, struct bands *of_short, int rate,
               int highest) {
  if (rate != 48000 && rate != 44100 && rate != 32000)
    return -1;
  use(of_long, long_offset, MOST_LONG, rate / 2.0 / FRAME, highest);
  use(of_short, short_offset, MOST_SHORT, rate / 2.0 / SHORT, highest);
  if (rate != 32000) {
    of_long->count = MOST_LONG - 2;
    of_long->offset[of_long->count] = FRAME;
    if (of_long->used > of_long->count)
      of_long->used = of_long->count;
  }
  return 0;
}

void layout_long(struct layout *layout, const struct bands *bands) {
  layout->windows = layout->groups = 1;
  layout->length[0] = 1;
  layout->group_bands = layout->bands = bands->used;
  for (int b = 0; b <= bands->used; b++)
    layout->offset[b] = bands->offset[b];
}

void layout_short(struct layout *layout, const struct bands *bands,
                  int attack) {
  int end = attack + 2 < WINDOWS ? attack + 2 : WINDOWS;
  int bound[MOST_GROUPS + 1] = {0, attack, end, WINDOWS};
  int line = 0;

  layout->windows = WINDOWS;
  layout->groups = layout->bands = 0;
  layout->group_bands = bands->used;
  for (int g = 0; g < MOST_GROUPS; g++) {
    int length = bound[g + 1] - bound[g];
    if (length == 0)
      continue;
    layout->length[layout->groups++] = length;
    for (int b = 0; b < bands->used; b++) {
      layout->offset[layout->bands++] = line;
      line += length * (bands->offset[b + 1] - bands->offset[b]);
    }
  }
  layout->offset[layout->bands] = line;
}
