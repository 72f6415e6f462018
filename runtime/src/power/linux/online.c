/* SPDX-License-Identifier: Apache-2.0
 *
 * A core offline for a very long gap. The kernel then moves the threads off it;
 * the one that waits is put back to where it was allowed to run, once the core
 * is online again. Either way takes the kernel many milliseconds.
 */
#define _GNU_SOURCE
#include "power/gating.h"
#include "power/linux/machine.h"
#include "power/port.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH = 96, LIST = HKI_VALUE_ROOM };

static void online_path(const struct hki_gate *gate, char path[PATH]) {
  snprintf(path, PATH, "/sys/devices/system/cpu/cpu%u/online", gate->cpu);
}

static int own_thread(void) { return (int)syscall(SYS_gettid); }

/* Some other core is left for everybody. */
static int check_others(const struct hki_gate *gate) {
  char text[LIST];
  unsigned *cpus = calloc(HKI_MOST_CPUS, sizeof *cpus);
  int count =
      cpus ? hki_files_read(&gate->gates->machine->files,
                            "/sys/devices/system/cpu/online", text, sizeof text)
           : -ENOMEM;
  if (count > 0)
    count = hki_files_parse_cpus(text, cpus, HKI_MOST_CPUS);
  free(cpus);
  return count > 1 ? 0 : count < 0 ? count : -EBUSY;
}

static int write_online(const struct hki_gate *gate, const char *value) {
  char path[PATH];
  int error;
  struct hki_journal *journal =
      hki_power_machine_journal(gate->gates->machine, &error);
  online_path(gate, path);
  if (!journal)
    return error ? error : -EROFS;
  error = hki_journal_write(journal, path, value);
  return error > 0 ? -EIO : error; /* it reads back as something else */
}

int hki_gate_go_offline(struct hki_gate *gate) {
  int error = gate->gates->machine ? check_others(gate) : -ENOTSUP;
  char *before = error ? NULL : malloc(LIST);
  if (error == 0 && !before)
    error = -ENOMEM;
  if (error == 0)
    error = hki_files_affinity(&gate->gates->machine->files, own_thread(),
                               before, LIST);
  if (error >= 0)
    error = write_online(gate, "0");
  if (error == 0) {
    gate->affinity = before;
    return 0;
  }
  free(before);
  hki_gate_say(gate, "not taken offline: %s", strerror(-error));
  gate->table.offline_ns = 0; /* and not tried again */
  return error;
}

void hki_gate_come_back(struct hki_gate *gate) {
  int error = write_online(gate, "1");
  if (error == 0)
    error = hki_files_set_affinity(&gate->gates->machine->files, own_thread(),
                                   gate->affinity);
  if (error != 0)
    hki_gate_say(gate, "not brought back: %s", strerror(-error));
  free(gate->affinity);
  gate->affinity = NULL;
}
