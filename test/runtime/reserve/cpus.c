/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of processors, as lists and as masks.
 */
#include "reserve/look/cpus.h"
#include "check.h"

#include <errno.h>
#include <string.h>

static struct hki_cpus set;
static char text[HKI_CPUS_TEXT];

static void lists(void) {
  static const char *const same[] = {"", "0", "0-3", "1,3,5-7,4095", "63-64"};
  for (unsigned i = 0; i < sizeof same / sizeof *same; i++) {
    CHECK(hki_cpus_parse_list(&set, same[i]) == 0);
    CHECK(hki_cpus_list(&set, text, sizeof text) == 0);
    CHECK(strcmp(text, same[i]) == 0);
  }
  CHECK(hki_cpus_parse_list(&set, "3,1-2,2") == 0);
  CHECK(hki_cpus_count(&set) == 3);
  static const char *const wrong[] = {"x", "1-", "3-1", "1,,2", "1 2", "-1"};
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(hki_cpus_parse_list(&set, wrong[i]) == -EBADMSG);
  CHECK(hki_cpus_parse_list(&set, "8192") == -E2BIG);
  CHECK(hki_cpus_parse_list(&set, "0-3") == 0);
  CHECK(hki_cpus_list(&set, text, 3) == -E2BIG);
}

static void masks(void) {
  CHECK(hki_cpus_parse_mask(&set, "ff") == 0 && hki_cpus_count(&set) == 8);
  CHECK(hki_cpus_parse_mask(&set, "00000001,80000000") == 0);
  CHECK(hki_cpus_has(&set, 31) && hki_cpus_has(&set, 32));
  CHECK(hki_cpus_count(&set) == 2);
  CHECK(hki_cpus_mask(&set, "ff", text, sizeof text) == 0);
  CHECK(strcmp(text, "1,80000000") == 0);
  CHECK(hki_cpus_mask(&set, "0000,00000000,ffffffff", text, sizeof text) == 0);
  CHECK(strcmp(text, "0000,00000001,80000000") == 0);
  CHECK(hki_cpus_parse_mask(&set, "") == -EBADMSG);
  CHECK(hki_cpus_parse_mask(&set, "fg") == -EBADMSG);
  CHECK(hki_cpus_parse_mask(&set, "1") == 0);
  CHECK(hki_cpus_mask(&set, "ffffffff", text, 8) == -E2BIG);
  CHECK(hki_cpus_mask(&set, "f", text, 2) == 0 && !strcmp(text, "1"));
  memset(text, '0', 3000);
  text[0] = '1';
  text[3000] = 0;
  CHECK(hki_cpus_parse_mask(&set, text) == -E2BIG);
}

static void sets(void) {
  struct hki_cpus other;
  CHECK(hki_cpus_parse_list(&set, "0-3") == 0);
  CHECK(hki_cpus_parse_list(&other, "2-5") == 0);
  struct hki_cpus both = hki_cpus_and(&set, &other);
  struct hki_cpus less = hki_cpus_without(&set, &other);
  CHECK(hki_cpus_list(&both, text, sizeof text) == 0 && !strcmp(text, "2-3"));
  CHECK(hki_cpus_list(&less, text, sizeof text) == 0 && !strcmp(text, "0-1"));
  CHECK(hki_cpus_meet(&set, &other) && !hki_cpus_meet(&less, &other));
  CHECK(hki_cpus_within(&both, &other) && !hki_cpus_within(&set, &other));
  CHECK(hki_cpus_next(&other, 0) == 2 &&
        hki_cpus_next(&other, 6) == HKI_MOST_CPUS);
}

int main(void) {
  lists();
  masks();
  sets();
  return 0;
}
