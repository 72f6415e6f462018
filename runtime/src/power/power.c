/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening and closing: which clocks there are, which back end each gets.
 *
 * First come the spec's frequency domains that are set without cpufreq (mmio,
 * sim, none): their cores are what the spec says. The cores left belong to the
 * policies of the machine, for it knows best who shares a clock; the spec gives
 * them points and transition times. Cores that neither has, have the spec's
 * domain with no back end, so that requests on them are right, if idle.
 */
#include "power/power.h"

#include "platform/platform.h"
#include "power/port.h"
#include "power/request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CPU = 1 << 16 };

static const char *const names[] = {
    [HK_POWER_AUTO] = "auto",     [HK_POWER_CPUFREQ] = "cpufreq",
    [HK_POWER_LIMITS] = "limits", [HK_POWER_MMIO] = "mmio",
    [HK_POWER_SIM] = "sim",       [HK_POWER_NONE] = "none",
};
enum { NAMES = sizeof names / sizeof names[0] };

const char *hk_power_name(enum hk_power_backend backend) {
  return (unsigned)backend < NAMES ? names[backend] : "unknown";
}

int hk_power_named(const char *name, enum hk_power_backend *backend) {
  for (unsigned i = 0; i < NAMES; i++)
    if (strcmp(names[i], name) == 0) {
      *backend = (enum hk_power_backend)i;
      return 0;
    }
  return -EINVAL;
}

/* A clock for the cores of the domain that have none yet, if there are any. */
static int add_domain(struct hk_power *power,
                      const struct hk_power_domain *domain,
                      enum hk_power_backend first) {
  struct hki_clock *clock = NULL;
  for (unsigned i = 0; i < domain->cpu_count; i++) {
    if (!hki_power_lacks(power, domain->cpus[i]))
      continue;
    clock = clock ? clock : hki_power_add(power, domain);
    if (hki_power_attach(clock, domain->cpus[i]) != 0)
      return -ENOMEM;
  }
  if (clock)
    hki_power_choose(clock, first);
  return 0;
}

static enum hk_power_backend first_of(const struct hk_power *power,
                                      const struct hk_power_domain *domain) {
  if (power->options.backend != HK_POWER_AUTO)
    return power->options.backend;
  if (domain->backend != HK_POWER_AUTO)
    return domain->backend;
  return domain->register_count ? HK_POWER_MMIO : HK_POWER_CPUFREQ;
}

static int add_clocks(struct hk_power *power) {
  const struct hk_power_chip *chip = power->chip;
  unsigned domains = chip ? chip->domain_count : 0;
  unsigned most = 2 * domains + hki_power_machine_clocks(power->machine);
  power->clocks = calloc(most ? most : 1, sizeof *power->clocks);
  int result = power->clocks ? 0 : -ENOMEM;
  for (unsigned i = 0; i < domains && result == 0; i++) {
    enum hk_power_backend first = first_of(power, &chip->domains[i]);
    if (first != HK_POWER_CPUFREQ && first != HK_POWER_LIMITS)
      result = add_domain(power, &chip->domains[i], first);
  }
  if (result == 0)
    result = hki_power_machine_add(power);
  for (unsigned i = 0; i < domains && result == 0; i++)
    result = add_domain(power, &chip->domains[i], HK_POWER_NONE);
  return result;
}

static bool is_sound(const struct hk_power_domain *domain) {
  bool isSound = domain->name && domain->cpus && domain->points &&
                 domain->point_count != 0 &&
                 (unsigned)domain->backend < NAMES &&
                 (domain->register_count == 0 || domain->registers);
  for (unsigned i = 0; isSound && i < domain->cpu_count; i++)
    isSound = domain->cpus[i] < MOST_CPU;
  for (unsigned i = 0; isSound && i < domain->point_count; i++)
    isSound = domain->points[i].khz > (i ? domain->points[i - 1].khz : 0);
  for (unsigned i = 0; isSound && i < domain->register_count; i++)
    isSound = domain->registers[i].values != NULL;
  return isSound;
}

static bool is_sound_request(const struct hk_power_chip *chip,
                             const struct hk_power_options *options) {
  if (options && (unsigned)options->backend >= NAMES)
    return false;
  for (unsigned i = 0; chip && i < chip->domain_count; i++)
    if (!is_sound(&chip->domains[i]))
      return false;
  return true;
}

int hki_power_open(const struct hk_power_chip *chip,
                   const struct hk_power_options *options,
                   struct hki_power_machine *machine, struct hk_power **power) {
  *power = NULL;
  if (!is_sound_request(chip, options))
    return -EINVAL;
  struct hk_power *made = calloc(1, sizeof *made);
  if (!made)
    return -ENOMEM;
  made->chip = chip;
  made->process = hki_platform_process();
  if (options)
    made->options = *options;
  made->machine = machine ? machine : hki_power_machine_open();
  int result = add_clocks(made);
  if (result != 0) {
    hk_power_close(made);
    return result;
  }
  for (unsigned i = 0; i < made->clock_count; i++)
    hki_power_settle(&made->clocks[i]);
  made->options.cpus = NULL; /* the caller's, and needed no more */
  *power = made;
  return 0;
}

int hk_power_open(const struct hk_power_chip *chip,
                  const struct hk_power_options *options,
                  struct hk_power **power) {
  return hki_power_open(chip, options, NULL, power);
}

void hk_power_count(const struct hk_power *power,
                    struct hk_power_counts *counts) {
  *counts = (struct hk_power_counts){0};
  for (unsigned i = 0; i < power->clock_count; i++) {
    const struct hki_clock *clock = &power->clocks[i];
    for (unsigned j = 0; j < clock->cpu_count; j++)
      counts->requests +=
          __atomic_load_n(&clock->wishes[j].requests, __ATOMIC_RELAXED);
    counts->changes += __atomic_load_n(&clock->changes, __ATOMIC_RELAXED);
    counts->clamped += __atomic_load_n(&clock->clamped, __ATOMIC_RELAXED);
    counts->refused += __atomic_load_n(&clock->refused, __ATOMIC_RELAXED);
    counts->replaced += __atomic_load_n(&clock->replaced, __ATOMIC_RELAXED);
  }
}

void hk_power_close(struct hk_power *power) {
  if (!power)
    return;
  for (unsigned i = 0; i < power->clock_count; i++)
    power->clocks[i].backend->close(&power->clocks[i]);
  hki_power_machine_close(power->machine);
  for (unsigned i = 0; i < power->clock_count; i++) {
    free(power->clocks[i].wishes);
    free(power->clocks[i].own_points);
  }
  free(power->clocks);
  free(power->cores);
  free(power);
}
