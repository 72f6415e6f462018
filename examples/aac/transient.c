/* SPDX-License-Identifier: Apache-2.0 */
#include "transient.h"

/* A part of SHORT samples is an attack if it has so many times the mean energy
 * of the PAST parts before, and so much energy that it can be heard. */
enum { PAST = (FRAME / 2) / SHORT, PARTS = PAST + WINDOWS };
static const float rise = 8, audible = SHORT * 100.0f * 100.0f;

int find_attack(const float *samples) {
  float energy[PARTS], past = 0;

  for (int p = 0; p < PARTS; p++) {
    const float *from = samples + p * SHORT;
    float sum = 0;
    for (int n = 0; n < SHORT; n++) {
      /* Differences: what is sudden is in the high frequencies. */
      float difference = from[n + 1] - from[n];
      sum += difference * difference;
    }
    energy[p] = sum;
  }
  for (int p = 0; p < PAST; p++)
    past += energy[p];
  for (int p = PAST; p < PARTS; p++) {
    if (energy[p] > audible && energy[p] * PAST > rise * past)
      return p - PAST;
    past += energy[p] - energy[p - PAST];
  }
  return -1;
}

/* The frame at `attack`: has it short windows? */
static int is_short(const int *attack) {
  return attack[0] >= 0 || (attack[-1] >= 0 && attack[1] >= 0);
}

enum sequence choose_sequence(const int attack[5]) {
  if (is_short(attack + 2))
    return EIGHT_SHORT;
  if (is_short(attack + 1))
    return LONG_STOP;
  return is_short(attack + 3) ? LONG_START : ONLY_LONG;
}
