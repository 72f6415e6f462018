/* SPDX-License-Identifier: Apache-2.0
 *
 * Scale-factor bands: how the lines of a frame are divided (ISO/IEC 14496-3,
 * 4.5.4). All lines of a band are quantized in the same steps. */
#ifndef BANDS_H
#define BANDS_H

#include "mdct.h"

enum {
  MOST_LONG = 51,            /* bands of a long window */
  MOST_SHORT = 14,           /* and of a short one */
  MOST_GROUPS = 3,           /* of short windows that share their bands */
  MOST_BANDS = MOST_LONG + 1 /* of a frame */
};

/* The bands of windows of a length. */
struct bands {
  int count;
  int used; /* those below the highest frequency that is coded */
  int offset[MOST_LONG + 1];
};

/* The bands of a frame in the order in which they are coded. Short windows are
 * in groups; a band of a group has the lines of each of its windows, one window
 * after the other. */
struct layout {
  int windows; /* 1 or WINDOWS */
  int groups;
  int length[MOST_GROUPS]; /* windows of each group */
  int group_bands;         /* bands of each group that are coded */
  int bands;               /* groups * group_bands */
  int offset[MOST_BANDS + 1];
};

/* Returns 0, or -1 if there are no tables for this sampling rate. `highest` is
 * the frequency in Hz above which nothing is coded. */
int bands_init(struct bands *of_long, struct bands *of_short, int rate,
               int highest);

/* Of eight short windows with an attack in one of them, 0 to 7: before it, the
 * attack with the window after it, and the rest. */
void layout_long(struct layout *layout, const struct bands *bands);
void layout_short(struct layout *layout, const struct bands *bands, int attack);

#endif
