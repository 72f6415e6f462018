/* SPDX-License-Identifier: Apache-2.0
 *
 * Linux's idle states: which there are (cpuidle), and how a program keeps the
 * kernel's idle governor from those that do not pay.
 *
 * Three ways, in this order. The core's own latency limit
 * (power/pm_qos_resume_latency_us): the longest exit latency that is tolerated;
 * 0 there means any, and n/a means none. The limit for all cores,
 * /dev/cpu_dma_latency: 32 bits that hold as long as the file is open; it takes
 * the least that one of the cores needs. And each state's `disable`, which only
 * root may write, whatever the file's mode says.
 */
#include "power/gating.h"
#include "power/linux/kept.h"
#include "power/linux/machine.h"
#include "power/port.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU "/sys/devices/system/cpu/cpu%u/"

enum { MOST_STATES = 16, ANY_US = 2000000000 }; /* the kernel's own default */

enum way { UNTRIED, RESUME_LATENCY, DMA_LATENCY, DISABLE, NOTHING };

static const char *const names[] = {
    [UNTRIED] = "not tried",
    [RESUME_LATENCY] = "resume latency",
    [DMA_LATENCY] = "cpu_dma_latency",
    [DISABLE] = "disable",
    [NOTHING] = "nothing",
};

struct hki_gate_means {
  enum way way;
  int refused; /* why the first way cannot be had; 0: it can */
  struct hki_kept file;
  char before[32]; /* the core's own limit */
  int limit_us;    /* for cpu_dma_latency; ANY_US: none */
  unsigned char was_disabled[MOST_STATES];
};

static int read_state(const struct hki_gate *gate, unsigned state,
                      const char *name, char *text, size_t room) {
  char path[128];
  snprintf(path, sizeof path, CPU "cpuidle/state%u/%s", gate->cpu, state, name);
  return hki_files_read(&gate->gates->machine->files, path, text, room);
}

static long read_us(const struct hki_gate *gate, unsigned state,
                    const char *name) {
  char text[32];
  int length = read_state(gate, state, name, text, sizeof text);
  return length > 0 ? strtol(text, NULL, 10) : -1;
}

/* Numbers of states are the kernel's: POLL, which has no latency, is one. The
 * kernel's latency is that of the way in and out together. */
int hki_gate_read_states(struct hki_gate *gate) {
  struct hk_idle_state states[MOST_STATES];
  unsigned count = 0;
  char name[64];
  if (!gate->gates->machine)
    return -ENOTSUP;
  while (count < MOST_STATES &&
         read_state(gate, count, "name", name, sizeof name) > 0) {
    long latency = read_us(gate, count, "latency");
    long residency = read_us(gate, count, "residency");
    if (latency < 0 || residency < 0)
      break;
    char *copy = strdup(name);
    if (!copy)
      break;
    states[count++] = (struct hk_idle_state){
        .name = copy,
        .exit_ns = (unsigned long long)latency * 1000,
        .break_even_ns = (unsigned long long)residency * 1000,
    };
  }
  gate->own_states = count ? malloc(count * sizeof *states) : NULL;
  if (!gate->own_states) {
    while (count > 0)
      free((char *)states[--count].name);
    return -ENOENT;
  }
  memcpy(gate->own_states, states, count * sizeof *states);
  gate->table.states = gate->own_states;
  gate->table.state_count = count;
  return 0;
}

unsigned hki_gate_cores(struct hki_power_machine *machine, unsigned **cpus) {
  char text[HKI_VALUE_ROOM];
  *cpus = NULL;
  if (!machine ||
      hki_files_read(&machine->files, "/sys/devices/system/cpu/possible", text,
                     sizeof text) <= 0)
    return 0;
  *cpus = calloc(HKI_MOST_CPUS, sizeof **cpus);
  int count = *cpus ? hki_files_parse_cpus(text, *cpus, HKI_MOST_CPUS) : 0;
  return count > 0 ? (unsigned)count : 0;
}

static struct hki_journal *journal_of(const struct hki_gate *gate) {
  int error;
  struct hki_journal *journal =
      hki_power_machine_journal(gate->gates->machine, &error);
  if (error != 0)
    hki_gate_say(gate, "no journal, so nothing is changed: %s",
                 strerror(-error));
  return journal;
}

/* The longest latency that lets `state` in and the next one not. */
static int limit_for(const struct hk_idle_table *table, int state) {
  if (state + 1 >= (int)table->state_count)
    return ANY_US;
  unsigned long long own = state < 0 ? 0 : table->states[state].exit_ns;
  unsigned long long next = table->states[state + 1].exit_ns;
  unsigned long long us = (own + 999) / 1000;
  if (next / 1000 > us + 1)
    us = next / 1000 - 1;
  return us < ANY_US ? (int)us : ANY_US;
}

static int write_resume_latency(struct hki_gate *gate, int state) {
  struct hki_gate_means *means = gate->platform;
  const struct hki_files *files = &gate->gates->machine->files;
  int limit = limit_for(&gate->table, state);
  if (limit == 0)
    return hki_kept_write(&means->file, files, "n/a\n", 4);
  return hki_kept_write_number(&means->file, files,
                               limit == ANY_US ? 0 : (unsigned long)limit);
}

static int open_resume_latency(struct hki_gate *gate) {
  struct hki_gate_means *means = gate->platform;
  const struct hki_files *files = &gate->gates->machine->files;
  char path[128];
  snprintf(path, sizeof path, CPU "power/pm_qos_resume_latency_us", gate->cpu);
  int error = hki_files_read(files, path, means->before, sizeof means->before);
  if (error >= 0)
    error = hki_kept_open(&means->file, files, path);
  if (error >= 0) {
    struct hki_journal *journal = journal_of(gate);
    error = journal ? hki_journal_note(journal, path) : -EROFS;
  }
  return error;
}

/* The machine's file is one for all cores: each keeps its own limit, and the
 * least of them is written. */
static int write_dma_latency(struct hki_gate *gate, int state) {
  struct hk_gates *gates = gate->gates;
  pthread_mutex_t *mutex = &gates->machine->mutex;
  int least = ANY_US;
  pthread_mutex_lock(mutex);
  gate->platform->limit_us = limit_for(&gate->table, state);
  for (unsigned i = 0; i < gates->count; i++) {
    const struct hki_gate_means *means =
        __atomic_load_n(&gates->gates[i].platform, __ATOMIC_ACQUIRE);
    if (means && means->limit_us < least)
      least = means->limit_us;
  }
  int error = hki_kept_write(&gates->machine->latency, &gates->machine->files,
                             &least, sizeof least);
  pthread_mutex_unlock(mutex);
  return error;
}

static int open_dma_latency(struct hki_gate *gate) {
  struct hki_power_machine *machine = gate->gates->machine;
  pthread_mutex_lock(&machine->mutex);
  int error = 0;
  if (!machine->has_latency)
    error = hki_kept_open(&machine->latency, &machine->files,
                          "/dev/cpu_dma_latency");
  machine->has_latency = error == 0;
  pthread_mutex_unlock(&machine->mutex);
  return error;
}

static void disable_path(const struct hki_gate *gate, unsigned state,
                         char path[128]) {
  snprintf(path, 128, CPU "cpuidle/state%u/disable", gate->cpu, state);
}

/* States that somebody has disabled before stay so. */
static int write_disable(struct hki_gate *gate, int state) {
  const struct hki_files *files = &gate->gates->machine->files;
  char path[128];
  int error = 0;
  for (unsigned i = 0; i < gate->table.state_count && error == 0; i++) {
    bool isOff = (int)i > state && i > 0; /* POLL is all that is left then */
    disable_path(gate, i, path);
    if (!gate->platform->was_disabled[i])
      error = hki_files_write(files, path, isOff ? "1" : "0");
  }
  return error;
}

static int open_disable(struct hki_gate *gate) {
  const struct hki_files *files = &gate->gates->machine->files;
  char path[128];
  int error = 0;
  if (!gate->own_states)
    return -ENOTSUP; /* the spec's numbers are not the kernel's */
  for (unsigned i = 0; i < gate->table.state_count && error == 0; i++) {
    long number;
    disable_path(gate, i, path);
    error = hki_files_read_number(files, path, &number);
    gate->platform->was_disabled[i] = error == 0 && number != 0;
    /* Who may open it may not write it: that takes CAP_SYS_ADMIN. */
    if (error == 0)
      error = hki_files_write(files, path, number ? "1" : "0");
  }
  struct hki_journal *journal = error ? NULL : journal_of(gate);
  if (error == 0 && !journal)
    error = -EROFS;
  for (unsigned i = 0; i < gate->table.state_count && error == 0; i++) {
    disable_path(gate, i, path);
    error = hki_journal_note(journal, path);
  }
  return error;
}

static int allow(struct hki_gate *gate, int state) {
  switch (gate->platform->way) {
  case RESUME_LATENCY:
    return write_resume_latency(gate, state);
  case DMA_LATENCY:
    return write_dma_latency(gate, state);
  case DISABLE:
    return write_disable(gate, state);
  default:
    return 0;
  }
}

/* The next way that can be opened. */
static void choose(struct hki_gate *gate) {
  struct hki_gate_means *means = gate->platform;
  static int (*const openers[])(struct hki_gate *) = {
      [RESUME_LATENCY] = open_resume_latency,
      [DMA_LATENCY] = open_dma_latency,
      [DISABLE] = open_disable,
  };
  while (++means->way < NOTHING) {
    int error = openers[means->way](gate);
    if (error >= 0)
      return;
    means->refused = means->refused ? means->refused : error;
  }
  hki_gate_say(gate,
               "idle states are left to the kernel alone "
               "(pm_qos_resume_latency_us: %s)",
               strerror(-means->refused));
}

static struct hki_gate_means *platform_of(struct hki_gate *gate) {
  if (!gate->platform) {
    struct hki_gate_means *means = calloc(1, sizeof *means);
    if (means) {
      means->file.file = -1;
      means->limit_us = ANY_US;
    }
    __atomic_store_n(&gate->platform, means, __ATOMIC_RELEASE);
  }
  return gate->platform;
}

const char *hki_gate_allow(struct hki_gate *gate, int state) {
  struct hki_gate_means *means =
      gate->gates->machine ? platform_of(gate) : NULL;
  if (!means)
    return names[NOTHING];
  if (means->way == UNTRIED)
    choose(gate);
  for (int error; (error = allow(gate, state)) != 0; choose(gate)) {
    hki_gate_say(gate, "%s: %s", names[means->way], strerror(-error));
    means->refused = means->refused ? means->refused : error;
  }
  return names[means->way];
}

void hki_gate_restore(struct hki_gate *gate) {
  struct hki_gate_means *means = gate->platform;
  if (!means)
    return;
  const struct hki_files *files = &gate->gates->machine->files;
  bool isOurs = hki_gates_are_ours(gate->gates);
  if (means->file.file >= 0 && isOurs) {
    int error = hki_kept_write(&means->file, files, means->before,
                               strlen(means->before));
    if (error != 0)
      hki_gate_say(gate, "%s: not put back: %s", means->file.path,
                   strerror(-error));
  }
  hki_kept_close(&means->file, files);
  if (means->way == DISABLE && isOurs)
    write_disable(gate, INT_MAX);
  free(means);
  gate->platform = NULL;
}
