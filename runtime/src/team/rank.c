/* SPDX-License-Identifier: Apache-2.0 */
#include "team/rank.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct ranking {
  const struct hk_chip *chip;
  bool *left; /* of the chip's cores: is there and has no place yet */
  unsigned *processors, *kinds; /* in the new order, so far */
  unsigned placed;
};

static bool is_in(const unsigned *list, unsigned count, unsigned number) {
  for (unsigned i = 0; i < count; i++)
    if (list[i] == number)
      return true;
  return false;
}

/* A chip that was written by hand may name a processor twice. */
static bool is_first(const struct hk_chip *chip, unsigned position) {
  for (unsigned i = 0; i < position; i++)
    if (chip->cores[i].cpu == chip->cores[position].cpu)
      return false;
  return true;
}

static void put(struct ranking *ranking, unsigned cpu, unsigned kind) {
  ranking->processors[ranking->placed] = cpu;
  ranking->kinds[ranking->placed++] = kind;
}

/* The last of this kind that is left, from position `first` on; the number of
 * cores if there is none. */
static unsigned last_of(const struct ranking *ranking, unsigned first,
                        unsigned kind) {
  const struct hk_chip *chip = ranking->chip;
  unsigned found = chip->core_count;
  for (unsigned i = first; i < chip->core_count; i++)
    if (ranking->left[i] && chip->cores[i].kind == kind)
      found = i;
  return found;
}

/* Which of the chip's cores is to be the one at `position`, itself if it is
 * there; the number of cores if none is left. */
static unsigned stand_in(const struct ranking *ranking, unsigned position) {
  const struct hk_chip *chip = ranking->chip;
  if (ranking->left[position])
    return position;
  unsigned found = last_of(ranking, position, chip->cores[position].kind);
  for (unsigned i = position; found == chip->core_count && i < found; i++)
    if (ranking->left[i])
      return last_of(ranking, i, chip->cores[i].kind);
  return found;
}

static void rank(struct ranking *ranking, const unsigned *processors,
                 unsigned count) {
  const struct hk_chip *chip = ranking->chip;
  unsigned unknown = 0;
  for (unsigned i = 0; i < chip->core_count; i++) {
    ranking->left[i] =
        is_first(chip, i) && is_in(processors, count, chip->cores[i].cpu);
    if (chip->cores[i].kind >= unknown)
      unknown = chip->cores[i].kind + 1;
  }
  for (unsigned i = 0; i < chip->core_count; i++) {
    unsigned core = stand_in(ranking, i);
    if (core == chip->core_count)
      break;
    ranking->left[core] = false;
    put(ranking, chip->cores[core].cpu, chip->cores[core].kind);
  }
  unsigned known = ranking->placed;
  for (unsigned i = 0; i < count; i++)
    if (!is_in(ranking->processors, known, processors[i]))
      put(ranking, processors[i], unknown);
}

static bool are_alike(const unsigned *kinds, unsigned count) {
  for (unsigned i = 1; i < count; i++)
    if (kinds[i] != kinds[0])
      return false;
  return true;
}

unsigned *hki_rank(const struct hk_chip *chip, unsigned *processors,
                   unsigned count) {
  struct ranking ranking = {
      .chip = chip,
      .left = calloc(chip->core_count + 1, sizeof *ranking.left),
      .processors = calloc(count, sizeof *processors),
      .kinds = calloc(count, sizeof *processors)};
  if (ranking.left && ranking.processors && ranking.kinds)
    rank(&ranking, processors, count);
  bool is_useful = ranking.placed == count && !are_alike(ranking.kinds, count);
  if (is_useful)
    memcpy(processors, ranking.processors, count * sizeof *processors);
  free(ranking.left);
  free(ranking.processors);
  if (is_useful)
    return ranking.kinds;
  free(ranking.kinds);
  return NULL;
}
