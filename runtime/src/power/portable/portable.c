/* SPDX-License-Identifier: Apache-2.0
 *
 * Systems whose clocks nobody has taught the library to set: the back ends are
 * sim and none.
 */
#include "power/none.h"
#include "power/port.h"
#include "power/sim.h"

#include <errno.h>
#include <stddef.h>

struct hki_power_machine *hki_power_machine_open(void) { return NULL; }

void hki_power_machine_close(struct hki_power_machine *machine) {
  (void)machine;
}

unsigned hki_power_machine_clocks(struct hki_power_machine *machine) {
  (void)machine;
  return 0;
}

int hki_power_machine_add(struct hk_power *power) {
  (void)power;
  return 0;
}

const struct hki_power_backend *
hki_power_backend(enum hk_power_backend backend) {
  return backend == HK_POWER_NONE  ? &hki_power_none
         : backend == HK_POWER_SIM ? &hki_power_sim
                                   : NULL;
}

int hki_gate_read_states(struct hki_gate *gate) {
  (void)gate;
  return -ENOTSUP;
}

unsigned hki_gate_cores(struct hki_power_machine *machine, unsigned **cpus) {
  (void)machine;
  *cpus = NULL;
  return 0;
}

const char *hki_gate_allow(struct hki_gate *gate, int state) {
  (void)gate;
  (void)state;
  return "nothing";
}

void hki_gate_restore(struct hki_gate *gate) { (void)gate; }

int hki_gate_go_offline(struct hki_gate *gate) {
  (void)gate;
  return -ENOTSUP;
}

void hki_gate_come_back(struct hki_gate *gate) { (void)gate; }
