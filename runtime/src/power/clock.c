/* SPDX-License-Identifier: Apache-2.0 */
#include "power/clock.h"

#include "platform/platform.h"
#include "power/none.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hki_power_say(const struct hki_clock *clock, const char *format, ...) {
  const struct hk_power_options *options = &clock->power->options;
  char text[320];
  if (!options->report)
    return;
  int length = snprintf(text, sizeof text, "%s: ", clock->name);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
  va_end(arguments);
  options->report(options->context, text);
}

bool hki_power_is_ours(const struct hk_power *power) {
  return power->process == hki_platform_process();
}

bool hki_power_lacks(const struct hk_power *power, unsigned cpu) {
  const struct hk_power_options *options = &power->options;
  if (cpu < power->core_count && power->cores[cpu].clock)
    return false;
  if (!options->cpus)
    return true;
  for (unsigned i = 0; i < options->cpu_count; i++)
    if (options->cpus[i] == cpu)
      return true;
  return false;
}

struct hki_clock *hki_power_add(struct hk_power *power,
                                const struct hk_power_domain *domain) {
  struct hki_clock *clock = &power->clocks[power->clock_count++];
  clock->power = power;
  clock->domain = domain;
  clock->policy = -1;
  clock->backend = &hki_power_none;
  clock->kind = HK_POWER_NONE;
  if (domain) {
    snprintf(clock->name, sizeof clock->name, "%s", domain->name);
    clock->points = domain->points;
    clock->point_count = domain->point_count;
    clock->transition_ns = domain->transition_ns;
  }
  return clock;
}

static int grow_cores(struct hk_power *power, unsigned cpu) {
  unsigned count = power->core_count;
  while (count <= cpu)
    count = count ? count * 2 : 8;
  struct hki_core_clock *cores = realloc(power->cores, count * sizeof *cores);
  if (!cores)
    return -ENOMEM;
  memset(cores + power->core_count, 0,
         (count - power->core_count) * sizeof *cores);
  power->cores = cores;
  power->core_count = count;
  return 0;
}

int hki_power_attach(struct hki_clock *clock, unsigned cpu) {
  struct hk_power *power = clock->power;
  if (cpu >= power->core_count && grow_cores(power, cpu) != 0)
    return -ENOMEM;
  void *wishes;
  size_t bytes = (clock->cpu_count + 1) * sizeof(struct hki_wish);
  if (posix_memalign(&wishes, sizeof(struct hki_wish), bytes) != 0)
    return -ENOMEM;
  memset(wishes, 0, bytes);
  free(clock->wishes);
  clock->wishes = wishes;
  power->cores[cpu] = (struct hki_core_clock){clock, clock->cpu_count++};
  return 0;
}
