/* SPDX-License-Identifier: Apache-2.0
 *
 * Which processors a request is about.
 */
#pragma once

#include "machine/files/system.h"
#include "reserve/look/cpus.h"
#include "reserve/voice.h"

#include "hocket/reserve.h"

struct hki_choice {
  struct hki_cpus wanted; /* asked for by number, or any of them will do */
  struct hki_cpus keep;   /* stay with the system: at least one */
  bool by_number;         /* all of `wanted`, or none */
  unsigned count;         /* so many of `wanted`; 0: all */
};

/* Returns 0, or a negative errno value with a word about it. */
int hki_choose(const struct hki_files *files,
               const struct hk_reserve_request *request,
               const struct hki_voice *voice, struct hki_choice *choice);

/* The last `count` of a set; all of it for 0, and if there are no more. */
struct hki_cpus hki_last_of(const struct hki_cpus *set, unsigned count);
