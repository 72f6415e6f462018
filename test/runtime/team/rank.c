/* SPDX-License-Identifier: Apache-2.0
 *
 * Which processor is for which core: as the schedule has it where all are
 * there; where some are not, the first cores get the fastest that are, and as
 * many as can be stay.
 */
#include "check.h"

#include "team/rank.h"

#include <string.h>

/* Four big ones, 4 to 7, and four little ones, of which one is kept. */
static const struct hk_chip_core unlike[] = {
    {4, 0, 0, 0}, {5, 0, 0, 0}, {6, 0, 0, 0}, {7, 0, 0, 0},
    {1, 1, 0, 0}, {2, 1, 0, 0}, {3, 1, 0, 0}, {0, 2, 0, 0},
};
/* Two equal clusters whose numbers alternate. */
static const struct hk_chip_core clusters[] = {
    {0, 0, 0, 0}, {1, 1, 0, 0}, {2, 0, 0, 0}, {3, 1, 0, 0}};
static const struct hk_chip_core equal[] = {
    {1, 0, 0, 0}, {0, 0, 0, 0}, {2, 0, 0, 0}};
static const struct hk_chip_core twice[] = {
    {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}};

static const struct hk_chip chips[] = {
    {{"unlike", 0, 0, 0, 0}, 0, 0, unlike, 8, 0, 0},
    {{"clusters", 0, 0, 0, 0}, 0, 0, clusters, 4, 0, 0},
    {{"equal", 0, 0, 0, 0}, 0, 0, equal, 3, 0, 0},
    {{"none", 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0},
    {{"twice", 0, 0, 0, 0}, 0, 0, twice, 3, 0, 0},
};
enum { UNLIKE, CLUSTERS, EQUAL, NONE, TWICE };

/* "4576" becomes "5674:0011" by hki_rank, of digits alone. */
static void expect(unsigned chip, const char *before, const char *after,
                   const char *kinds) {
  unsigned list[16], count = (unsigned)strlen(before);
  char text[17] = "", found[17] = "";
  for (unsigned i = 0; i < count; i++)
    list[i] = (unsigned)(before[i] - '0');
  unsigned *ranked = hki_rank(&chips[chip], list, count);
  for (unsigned i = 0; i < count; i++) {
    text[i] = (char)('0' + list[i]);
    if (ranked)
      found[i] = (char)('0' + ranked[i]);
  }
  if (strcmp(text, after) || strcmp(found, kinds))
    fprintf(stderr, "%s became %s of kinds '%s', not %s of '%s'\n", before,
            text, found, after, kinds);
  CHECK(!strcmp(text, after) && !strcmp(found, kinds));
  free(ranked);
}

int main(void) {
  expect(UNLIKE, "01234567", "45671230", "00001112");
  /* One that is not there: the last of its kind. */
  expect(UNLIKE, "0123567", "7563120", "0001112");
  expect(UNLIKE, "0134567", "4567130", "0000112");
  /* No more of its kind: the next kind, then those that are kept. */
  expect(UNLIKE, "01237", "73210", "01112");
  expect(UNLIKE, "0123", "3210", "1112");
  expect(UNLIKE, "07", "70", "02");
  /* Of a kind that is alone nothing need be said. */
  expect(UNLIKE, "567", "567", "");
  /* What the chip does not have. */
  expect(UNLIKE, "489", "489", "033");
  expect(UNLIKE, "896", "689", "033");
  expect(CLUSTERS, "0123", "0123", "0101");
  expect(CLUSTERS, "123", "213", "011");
  expect(CLUSTERS, "012", "012", "010");
  expect(EQUAL, "012", "012", "");
  expect(NONE, "012", "012", "");
  expect(TWICE, "01", "10", "01");
  return 0;
}
