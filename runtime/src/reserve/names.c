/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels' names, as in HOCKET_RESERVE and --level.
 */
#include "hocket/reserve.h"

#include <errno.h>
#include <string.h>

static const char *const names[] = {"off",  "auto",   "isolated",
                                    "root", "cpuset", "affinity"};

const char *hk_reserve_level_name(enum hk_reserve_level level) {
  return (unsigned)level < sizeof names / sizeof *names ? names[level]
                                                        : "unknown";
}

int hk_reserve_level_named(const char *name, enum hk_reserve_level *level) {
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(name, names[i]) != 0)
      continue;
    *level = (enum hk_reserve_level)i;
    return 0;
  }
  return -EINVAL;
}
