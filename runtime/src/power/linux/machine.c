/* SPDX-License-Identifier: Apache-2.0
 *
 * What frequency control has on Linux: the machine's files, and a journal,
 * opened at the first change.
 */
#include "power/linux/machine.h"

#include "power/port.h"

#include <stdlib.h>
#include <string.h>

struct hki_power_machine *hki_power_machine_new(const struct hki_files *files,
                                                const char *folder) {
  struct hki_power_machine *machine = calloc(1, sizeof *machine);
  if (!machine)
    return NULL;
  machine->files = *files;
  machine->folder = folder;
  if (pthread_mutex_init(&machine->mutex, NULL) != 0) {
    free(machine);
    return NULL;
  }
  return machine;
}

struct hki_power_machine *hki_power_machine_open(void) {
  return hki_power_machine_new(&hki_machine, NULL);
}

void hki_power_machine_close(struct hki_power_machine *machine) {
  if (!machine)
    return;
  if (machine->has_latency)
    hki_kept_close(&machine->latency, &machine->files);
  hki_journal_close(machine->journal);
  pthread_mutex_destroy(&machine->mutex);
  free(machine);
}

struct hki_journal *hki_power_machine_journal(struct hki_power_machine *machine,
                                              int *error) {
  *error = 0;
  pthread_mutex_lock(&machine->mutex);
  if (!machine->journal && !machine->has_no_journal) {
    *error =
        hki_journal_open(&machine->journal, &machine->files, machine->folder);
    machine->has_no_journal = *error != 0;
    if (*error != 0)
      machine->journal = NULL;
  }
  struct hki_journal *journal = machine->journal;
  pthread_mutex_unlock(&machine->mutex);
  return journal;
}

struct hki_journal *hki_power_journal(const struct hki_clock *clock) {
  int error;
  struct hki_journal *journal =
      hki_power_machine_journal(clock->power->machine, &error);
  if (error != 0)
    hki_power_say(clock, "no journal, so nothing is changed: %s",
                  strerror(-error));
  return journal;
}
