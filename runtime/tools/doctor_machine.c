/* SPDX-License-Identifier: Apache-2.0
 *
 * Of doctor.h: which machine this is, as programs for a chip that was named ask
 * before they use its numbers (docs/runtime/placement.md).
 */
#define _GNU_SOURCE
#include "doctor.h"

#include "machine/identity/identity.h"

#include <string.h>

/* "0x41/0xc07 (0-3), 0x41/0xc0f (4-7)": implementer and part of the processors
 * that tell them. Takes them out of `cpus`. */
static void tell_cores(const struct hki_files *files, struct hki_cpus *cpus,
                       char *text, size_t room) {
  size_t length = 0;
  text[0] = 0;
  for (unsigned cpu = 0; (cpu = hki_cpus_next(cpus, cpu)) < HKI_MOST_CPUS;) {
    struct hki_cpus alike = {{0}};
    unsigned implementer, part, others, same;
    char list[HKI_CPUS_TEXT];
    if (!hki_identity_core(files, cpu, &implementer, &part))
      return; /* then none does */
    for (unsigned other = cpu; other < HKI_MOST_CPUS;
         other = hki_cpus_next(cpus, other + 1))
      if (hki_identity_core(files, other, &others, &same) &&
          others == implementer && same == part)
        hki_cpus_add(&alike, other);
    *cpus = hki_cpus_without(cpus, &alike);
    if (hki_cpus_list(&alike, list, sizeof list) != 0 || length >= room)
      return;
    length +=
        (size_t)snprintf(text + length, room - length, "%s0x%x/0x%x (%.60s)",
                         length ? ", " : "", implementer, part, list);
  }
}

static void identity(const struct hkt_machine *machine,
                     struct hkt_finding *finding) {
  struct hki_cpus cpus = machine->online;
  char board[100], cores[160];
  bool has_board = hki_identity_board(machine->files, board, sizeof board) > 0;
  tell_cores(machine->files, &cpus, cores, sizeof cores);
  const char *told = *cores ? cores : "nothing of themselves";
  if (has_board)
    hkt_answer(finding, HKT_YES,
               "its device tree names '%s', its processors tell %s", board,
               told);
  else
    hkt_answer(finding, *cores ? HKT_PARTLY : HKT_NO,
               "there is no device tree, and processors tell %s", told);
}

const struct hkt_probe hkt_machine_probes[] = {
    {"identity", "know the chip that a program is for", identity},
    {NULL, NULL, NULL},
};
