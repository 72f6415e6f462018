/* SPDX-License-Identifier: Apache-2.0
 *
 * Nobody who did not ask for it gets other programs moved aside: without the
 * variables a program reserves cores and sets clocks only if the SoC spec that
 * it was compiled for keeps cores for the operating system, which is to say
 * that the others are the program's. It also sets clocks if it was compiled
 * with an objective for them.
 */
#include "team/resources.h"

#include "machine/identity/identity.h"
#include "machine/restore/report.h"
#include "platform/give_up.h"
#include "platform/platform.h"
#include "settings/say.h"
#include "team/rank.h"
#include "trace/record.h"
#include "waits/flag.h"
#include "waits/waiting.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { HIGHEST = 1 << 30 }; /* operating point; more than any chip has */

static bool owns_cores(const struct hki_resources *resources) {
  return resources->chip && resources->chip->kept_count != 0;
}

/* `context` is the settings. */
static void say(void *context, int detail, const char *text) {
  const struct hki_settings *settings = context;
  if (settings->verbose && detail == 0)
    hki_say("%s", text);
}

static void report(void *context, const char *text) { say(context, 0, text); }

/* What was put back after programs that were killed is told by the next one
 * that changes the machine. */
static void tell_report(const struct hki_settings *settings) {
  if (settings->verbose)
    hki_report_tell(NULL, false, report, (void *)settings);
}

/* A program for another chip runs as one for no chip in particular: its
 * numbers of processors, clocks and registers mean something else here. */
void hki_know_chip(struct hki_resources *resources,
                   const struct hki_settings *settings) {
  char why[400];
  if (!&hk_program_chip)
    return;
  if (hki_identify(&hk_program_chip, why, sizeof why) != HKI_IDENTITY_OTHER)
    resources->chip = &hk_program_chip;
  else if (settings->verbose)
    hki_say("the program is for '%s', which this machine is not: %s",
            hk_program_chip.power.name, why);
}

static bool is_kept(const struct hk_chip *chip, unsigned cpu) {
  for (unsigned i = 0; i < chip->kept_count; i++)
    if (chip->kept[i] == cpu)
      return true;
  return false;
}

/* The processors that cores 0 to `count` - 1 are meant for, of those that the
 * program may use; to be freed. NULL: there are not so many that are not kept,
 * or which they are does not matter. */
static unsigned *meant_for(const struct hk_chip *chip, unsigned count) {
  unsigned *list, all = hki_platform_processors(&list), usable = 0;
  unsigned *kinds = list ? hki_rank(chip, list, all) : NULL;
  while (kinds && usable < all && !is_kept(chip, list[usable]))
    usable++;
  free(kinds);
  if (count <= usable)
    return list;
  free(list);
  return NULL;
}

/* Fewer cores than there are shall be the first ones of the chip, if they can
 * be had. */
static int reserve(struct hki_resources *resources,
                   struct hk_reserve_request *request) {
  unsigned *cpus = resources->chip && request->num_cpus
                       ? meant_for(resources->chip, request->num_cpus)
                       : NULL;
  request->cpus = cpus;
  int error = hk_reserve(request, &resources->reservation);
  if (error != 0 && cpus) {
    request->cpus = NULL;
    error = hk_reserve(request, &resources->reservation);
  }
  free(cpus);
  return error;
}

void hki_reserve_cores(struct hki_resources *resources,
                       const struct hki_settings *settings) {
  enum hk_reserve_level level = settings->reserve;
  if (!settings->has_reserve)
    level = owns_cores(resources) ? HK_RESERVE_AUTO : HK_RESERVE_OFF;
  if (level == HK_RESERVE_OFF) {
    if (settings->verbose)
      hki_say("no cores are reserved (HOCKET_RESERVE=auto reserves what this "
              "user may, 'hocket doctor' tells what that is)");
    return;
  }
  struct hk_reserve_request request = {.level = level,
                                       .flags = HK_RESERVE_PINNED,
                                       .num_cpus = settings->cores,
                                       .say = say,
                                       .context = (void *)settings};
  if (owns_cores(resources)) {
    request.keep = resources->chip->kept;
    request.num_keep = resources->chip->kept_count;
  }
  int error = reserve(resources, &request);
  if (error != 0 && settings->verbose)
    hki_say("no cores are reserved: %s", strerror(-error));
  tell_report(settings);
}

static int open_gates(struct hki_resources *resources,
                      const struct hki_settings *settings, const unsigned *cpus,
                      unsigned count) {
  struct hk_gate_options options = {.cpus = cpus,
                                    .cpu_count = cpus ? count : 0,
                                    .report = report,
                                    .context = (void *)settings};
  return hk_gate_open(resources->chip ? &resources->chip->power : NULL,
                      &options, &resources->gates);
}

void hki_take_clocks(struct hki_resources *resources,
                     const struct hki_settings *settings, const unsigned *cpus,
                     unsigned count) {
  bool wanted = settings->has_power
                    ? settings->power_on
                    : owns_cores(resources) || &hk_program_prices;
  if (!wanted)
    return;
  struct hk_power_options options = {.backend = settings->power,
                                     .cpus = cpus,
                                     .cpu_count = cpus ? count : 0,
                                     .report = report,
                                     .context = (void *)settings};
  int error = hk_power_open(resources->chip ? &resources->chip->power : NULL,
                            &options, &resources->power);
  tell_report(settings);
  if (error != 0) {
    resources->power = NULL;
    if (settings->verbose)
      hki_say("clocks are left alone: %s", strerror(-error));
    return;
  }
  resources->may_rest =
      resources->reservation &&
      hk_reservation_level(resources->reservation) == HK_RESERVE_ISOLATED;
  if (resources->may_rest && open_gates(resources, settings, cpus, count) != 0)
    resources->gates = NULL;
  /* Cores that rest take this back; of those that share a clock the highest
   * request counts. */
  for (unsigned i = 0; cpus && i < count; i++)
    hk_power_point(resources->power, cpus[i], HIGHEST);
  if (&hk_program_prices && resources->chip && cpus)
    hki_planned_start(&resources->planned, &hk_program_prices, resources->chip,
                      resources->power, cpus, count);
}

static bool pays(const struct hki_resources *resources, int cpu,
                 const struct hk_gap *gap) {
  struct hk_power_clock clock;
  return cpu >= 0 && !resources->planned.plan &&
         hk_power_describe(resources->power, (unsigned)cpu, &clock) == 0 &&
         clock.transition_ns != 0 &&
         hk_gap_predict(gap) > 2 * clock.transition_ns;
}

/* What has not come within the usual spin is expected to take longer. */
static void await(const struct hki_resources *resources, unsigned core,
                  unsigned cpu, struct hk_flag *flag, unsigned target,
                  uint64_t expected) {
  if (!resources->gates || expected <= HKI_SPIN_IDLE) {
    hki_wait(flag, target, 0);
    return;
  }
  const struct hk_idle_table *table = hk_gate_table(resources->gates, cpu);
  int state = table ? hk_choose_state(table, expected) : -1;
  unsigned long long begin = hki_trace_now();
  if (hk_gate(resources->gates, cpu, flag, target, expected) >= HK_WAIT_SLEEP)
    hki_trace_gate(core, state < 0 ? 0 : (unsigned)state, begin,
                   hki_trace_now());
}

void hki_rest(const struct hki_resources *resources, struct hki_rest *rest,
              unsigned core, struct hk_flag *flag, unsigned target) {
  int cpu = hki_platform_current();
  unsigned long long begin = hki_platform_clock();
  bool lowers = pays(resources, cpu, &rest->gap);
  if (lowers)
    hk_power_point(resources->power, (unsigned)cpu, 0);
  if (cpu >= 0)
    await(resources, core, (unsigned)cpu, flag, target,
          hk_gap_predict(&rest->gap));
  else
    hki_wait(flag, target, 0);
  if (lowers)
    hk_power_point(resources->power, (unsigned)cpu, HIGHEST);
  hk_gap_learn(&rest->gap, hki_platform_clock() - begin);
}

void hki_disown(struct hki_resources *resources) {
  hki_give_up(resources->reservation);
  hki_give_up(resources->power);
  hki_give_up(resources->gates);
  *resources = (struct hki_resources){0};
}
