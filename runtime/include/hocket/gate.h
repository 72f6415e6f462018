/* SPDX-License-Identifier: Apache-2.0
 *
 * Clock and power gating: how a core waits. A short gap is spun through, a
 * longer one dozed through with the processor's wait instruction, a long one
 * slept through in the kernel, which then clock- or power-gates the core, and a
 * very long one, only where that was asked for, spent with the core offline.
 * What pays depends on the length of the gap, which is predicted by call site
 * from the gaps before (J. Li, J. Martinez, M. Huang, The Thrifty Barrier,
 * HPCA 2004), and on the idle states' break-even times.
 *
 * Conventions as in hocket.h. hk_gate(3) has the whole.
 */
#pragma once

#include "hocket/abi_chip.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a wait of one core can choose from. */
struct hk_idle_table {
  const struct hk_idle_state *states; /* lightest first */
  unsigned state_count;
  unsigned long long doze_ns;    /* shortest gap to doze in; 0: no such
                                    instruction here */
  unsigned long long sleep_ns;   /* what a sleep in the kernel and the wake-up
                                    cost beside the idle state */
  unsigned long long offline_ns; /* shortest gap to be offline for; 0: never */
};

enum hk_wait_kind {
  HK_WAIT_SPIN, /* look again and again */
  HK_WAIT_DOZE, /* WFE, WFET, UMWAIT, MWAITX: the core stays, its clock rests */
  HK_WAIT_SLEEP,   /* in the kernel, which enters an idle state */
  HK_WAIT_OFFLINE, /* the core is taken out of the system */
};

/* How to wait for a gap of that length. 0 is an unknown length: HK_WAIT_SPIN,
 * and the caller sleeps after some time. */
enum hk_wait_kind hk_choose_wait(const struct hk_idle_table *table,
                                 uint64_t expected_ns);

/* The deepest idle state that pays for a gap of that length, -1 if none does.
 */
int hk_choose_state(const struct hk_idle_table *table, uint64_t expected_ns);

struct hk_power_chip; /* power.h */
struct hk_flag;       /* abi.h */
struct hk_gates;

struct hk_gate_options {
  const unsigned *cpus; /* the program's; NULL: all that the chip has, or all
                           that the machine has idle states for */
  unsigned cpu_count;
  unsigned long long sleep_ns;   /* as in hk_idle_table; 0: measured by
                                    hk_gate_open */
  unsigned long long offline_ns; /* as in hk_idle_table */
  void (*report)(void *context, const char *text); /* NULL: say nothing */
  void *context;
};

/* Finds out what the cores can choose from: their idle states by `chip`, or
 * where it has none (it may be NULL) by the kernel's cpuidle. Changes nothing
 * yet. `chip` must stay until hk_gate_close. `options` may be NULL. 0 or
 * -ENOMEM. */
int hk_gate_open(const struct hk_power_chip *chip,
                 const struct hk_gate_options *options,
                 struct hk_gates **gates);

/* What the core can choose from, until hk_gate_close; NULL: not one of
 * `gates`. */
const struct hk_idle_table *hk_gate_table(const struct hk_gates *gates,
                                          unsigned cpu);

/* Waits on core `cpu` for the flag to reach `target`, as hk_wait does, in the
 * way that pays for a gap of about `expected_ns`; 0: unknown. For a sleep the
 * kernel may use the idle states that pay for such a gap, and no deeper ones.
 * The calling thread should be on that core, and no other call for the core be
 * going on. A core that shares its thread with others of its region
 * (docs/runtime/turns.md) lets them go on, as in hk_wait. Returns the way that
 * was chosen. */
enum hk_wait_kind hk_gate(struct hk_gates *gates, unsigned cpu,
                          struct hk_flag *flag, unsigned target,
                          uint64_t expected_ns);

/* How idle states are kept from the kernel for `cpu`: "resume latency" (its
 * pm_qos_resume_latency_us), "cpu_dma_latency" (for all cores), "disable" (its
 * cpuidle states' `disable`), "nothing" (the kernel chooses alone), or "not
 * tried" (no sleep yet). */
const char *hk_gate_means(const struct hk_gates *gates, unsigned cpu);

/* Puts back what was changed, and frees. No other thread may be using it. In a
 * forked child it only frees, and waits there change nothing. */
void hk_gate_close(struct hk_gates *gates);

/* The gaps at one call site. All zero to begin with. Threads may share one, and
 * then may lose what another learned at the same time. */
struct hk_gap {
  uint64_t mean_ns; /* of an exponential decay by 1/4 */
  uint64_t last_ns;
  unsigned count;
};

/* The length of the next gap: the less of the last one and the mean, as a gap
 * taken for too short costs a little energy, and one taken for too long costs
 * everybody's time. 0: not known, after fewer than two. */
uint64_t hk_gap_predict(const struct hk_gap *gap);
void hk_gap_learn(struct hk_gap *gap, uint64_t length_ns);

#ifdef __cplusplus
}
#endif
