/* SPDX-License-Identifier: Apache-2.0
 *
 * What power control asks of a platform: the folders linux and portable have
 * it, and one of them is built in. The machine may be NULL in all of these.
 */
#pragma once

#include "power/backend.h"

struct hk_power;
struct hki_gate;          /* gating.h */
struct hki_power_machine; /* the platform's: files, journal */

/* The machine to change; NULL if there is none, or no memory. */
struct hki_power_machine *hki_power_machine_open(void);
void hki_power_machine_close(struct hki_power_machine *machine);

/* The most clocks that it has. */
unsigned hki_power_machine_clocks(struct hki_power_machine *machine);

/* Adds its clocks for cores that have none yet. 0 or -ENOMEM. */
int hki_power_machine_add(struct hk_power *power);

/* Its back end of a kind, NULL if it has none such. */
const struct hki_power_backend *
hki_power_backend(enum hk_power_backend backend);

/* The core's idle states into own_states and table. 0 or -errno. */
int hki_gate_read_states(struct hki_gate *gate);

/* The machine's cores, in `*cpus` to be freed; returns how many. */
unsigned hki_gate_cores(struct hki_power_machine *machine, unsigned **cpus);

/* Lets the kernel use states up to `state` and no deeper; returns
 * hk_gate_means. */
const char *hki_gate_allow(struct hki_gate *gate, int state);

/* Puts that back, unless this is a forked child, and frees. */
void hki_gate_restore(struct hki_gate *gate);

/* Takes the core offline, 0 or -errno having said why; and brings it and the
 * calling thread back. */
int hki_gate_go_offline(struct hki_gate *gate);
void hki_gate_come_back(struct hki_gate *gate);
