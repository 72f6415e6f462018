/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for a gap of known length: the way is chosen (gate.c), the kernel is
 * told what idle states pay, and then the core waits. What the kernel was told
 * last stays until a sleep needs something else: the waits in between do not
 * enter the kernel.
 */
#include "power/gating.h"

#include "platform/platform.h"
#include "power/port.h"
#include "power/sleep_cost.h"
#include "waits/doze.h"
#include "waits/flag.h"
#include "waits/waiter.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLEEP_NS = 20 * 1000 /* where it cannot be measured */, DOZE_NS = 1000 };

void hki_gate_say(const struct hki_gate *gate, const char *format, ...) {
  const struct hk_gate_options *options = &gate->gates->options;
  char text[320];
  if (!options->report)
    return;
  int length = snprintf(text, sizeof text, "cpu%u: ", gate->cpu);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
  va_end(arguments);
  options->report(options->context, text);
}

static const struct hk_idle_group *group_of(const struct hk_power_chip *chip,
                                            unsigned cpu) {
  for (unsigned i = 0; chip && i < chip->idle_count; i++)
    for (unsigned j = 0; j < chip->idle[i].cpu_count; j++)
      if (chip->idle[i].cpus[j] == cpu)
        return &chip->idle[i];
  return NULL;
}

static void add_gate(struct hk_gates *gates, const struct hk_power_chip *chip,
                     unsigned cpu) {
  const struct hk_gate_options *options = &gates->options;
  struct hki_gate *gate = &gates->gates[gates->count++];
  const struct hk_idle_group *group = group_of(chip, cpu);
  *gate = (struct hki_gate){.gates = gates,
                            .cpu = cpu,
                            .allowed = HKI_STATE_UNKNOWN,
                            .means = "not tried"};
  gate->table.sleep_ns = options->sleep_ns;
  gate->table.doze_ns = hki_can_doze() ? DOZE_NS : 0;
  gate->table.offline_ns = options->offline_ns;
  if (group) {
    gate->table.states = group->states;
    gate->table.state_count = group->state_count;
  } else {
    hki_gate_read_states(gate); /* without any, there is less to choose from */
  }
}

/* The chip's cores, in `cpus` if that is not NULL. Returns how many. */
static unsigned chip_cores(const struct hk_power_chip *chip, unsigned *cpus) {
  unsigned count = 0;
  for (unsigned i = 0; chip && i < chip->domain_count; i++)
    for (unsigned j = 0; j < chip->domains[i].cpu_count; j++, count++)
      if (cpus)
        cpus[count] = chip->domains[i].cpus[j];
  return count;
}

/* What the caller has not said. */
static void find_sleep_cost(struct hk_gate_options *options,
                            const unsigned *cpus, unsigned count) {
  if (options->sleep_ns == 0)
    options->sleep_ns = hki_sleep_cost(cpus, count);
  if (options->sleep_ns == 0)
    options->sleep_ns = SLEEP_NS;
}

static int add_gates(struct hk_gates *gates, const struct hk_power_chip *chip) {
  const struct hk_gate_options *options = &gates->options;
  unsigned *own = NULL, count = options->cpu_count;
  if (!options->cpus) {
    count = chip_cores(chip, NULL);
    if (count == 0)
      count = hki_gate_cores(gates->machine, &own);
    else if ((own = calloc(count, sizeof *own)))
      chip_cores(chip, own);
    if (count != 0 && !own)
      return -ENOMEM;
  }
  const unsigned *cpus = options->cpus ? options->cpus : own;
  find_sleep_cost(&gates->options, cpus, count);
  gates->gates = calloc(count ? count : 1, sizeof *gates->gates);
  for (unsigned i = 0; gates->gates && i < count; i++)
    add_gate(gates, chip, cpus[i]);
  free(own);
  return gates->gates ? 0 : -ENOMEM;
}

int hki_gates_open(const struct hk_power_chip *chip,
                   const struct hk_gate_options *options,
                   struct hki_power_machine *machine, struct hk_gates **gates) {
  struct hk_gates *made = calloc(1, sizeof *made);
  *gates = NULL;
  if (!made)
    return -ENOMEM;
  if (options)
    made->options = *options;
  made->process = hki_platform_process();
  made->machine = machine ? machine : hki_power_machine_open();
  int error = add_gates(made, chip);
  made->options.cpus = NULL; /* the caller's, and needed no more */
  if (error != 0) {
    hk_gate_close(made);
    return error;
  }
  *gates = made;
  return 0;
}

int hk_gate_open(const struct hk_power_chip *chip,
                 const struct hk_gate_options *options,
                 struct hk_gates **gates) {
  return hki_gates_open(chip, options, NULL, gates);
}

static struct hki_gate *gate_of(const struct hk_gates *gates, unsigned cpu) {
  for (unsigned i = 0; i < gates->count; i++)
    if (gates->gates[i].cpu == cpu)
      return &gates->gates[i];
  return NULL;
}

const struct hk_idle_table *hk_gate_table(const struct hk_gates *gates,
                                          unsigned cpu) {
  const struct hki_gate *gate = gate_of(gates, cpu);
  return gate ? &gate->table : NULL;
}

const char *hk_gate_means(const struct hk_gates *gates, unsigned cpu) {
  const struct hki_gate *gate = gate_of(gates, cpu);
  return gate ? gate->means : "nothing";
}

bool hki_gates_are_ours(const struct hk_gates *gates) {
  return gates->process == hki_platform_process();
}

/* Twice as long as expected, then it is no doze any more. */
static bool doze(struct hk_flag *flag, unsigned target, uint64_t expected_ns) {
  unsigned long long end = hki_platform_clock() + 2 * expected_ns;
  for (;;) {
    unsigned value = __atomic_load_n(&flag->value, __ATOMIC_ACQUIRE);
    if ((int)(value - target) >= 0)
      return true;
    if (hki_platform_clock() >= end)
      return false;
    hki_doze(&flag->value, value, end);
  }
}

static void sleep_for(struct hki_gate *gate, struct hk_flag *flag,
                      unsigned target, uint64_t expected_ns) {
  int state = hk_choose_state(&gate->table, expected_ns);
  if (gate->table.state_count != 0 && state != gate->allowed &&
      hki_gates_are_ours(gate->gates)) {
    gate->means = hki_gate_allow(gate, state);
    gate->allowed = state;
  }
  hki_wait(flag, target, 0);
}

enum hk_wait_kind hk_gate(struct hk_gates *gates, unsigned cpu,
                          struct hk_flag *flag, unsigned target,
                          uint64_t expected_ns) {
  /* Where a thread has several cores, it is not the waiting core's alone. */
  struct hki_gate *gate = hki_own_waiter ? NULL : gate_of(gates, cpu);
  enum hk_wait_kind kind =
      gate ? hk_choose_wait(&gate->table, expected_ns) : HK_WAIT_SPIN;
  if (kind == HK_WAIT_OFFLINE &&
      (!hki_gates_are_ours(gates) || hki_gate_go_offline(gate) != 0))
    kind = HK_WAIT_SLEEP;
  if (kind == HK_WAIT_SPIN)
    hk_wait_slow(flag, target);
  else if (kind == HK_WAIT_SLEEP)
    sleep_for(gate, flag, target, expected_ns);
  else if (kind == HK_WAIT_OFFLINE || !doze(flag, target, expected_ns))
    hki_wait(flag, target, 0);
  if (kind == HK_WAIT_OFFLINE)
    hki_gate_come_back(gate);
  return kind;
}

void hk_gate_close(struct hk_gates *gates) {
  if (!gates)
    return;
  for (unsigned i = 0; i < gates->count; i++) {
    struct hki_gate *gate = &gates->gates[i];
    hki_gate_restore(gate);
    for (unsigned j = 0; gate->own_states && j < gate->table.state_count; j++)
      free((char *)gate->own_states[j].name);
    free(gate->own_states);
  }
  hki_power_machine_close(gates->machine);
  free(gates->gates);
  free(gates);
}
