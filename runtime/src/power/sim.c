/* SPDX-License-Identifier: Apache-2.0
 *
 * A virtual clock: each change is logged and in effect once the domain's
 * transition time has passed, by the time that the program gives or the
 * system's.
 */
#include "power/sim.h"

#include "platform/platform.h"
#include "power/clock.h"

#include <errno.h>
#include <stdlib.h>

enum { KEPT = 4096 };

struct sim {
  unsigned khz; /* in effect before the last event was */
  unsigned long logged;
  struct hk_power_event events[KEPT];
};

static unsigned long long now_ns(const struct hki_clock *clock) {
  const struct hk_power_options *options = &clock->power->options;
  return options->virtual_ns ? options->virtual_ns(options->context)
                             : hki_platform_clock();
}

static int open_sim(struct hki_clock *clock) {
  struct sim *sim = calloc(1, sizeof *sim);
  clock->state = sim;
  if (!sim)
    return -ENOMEM;
  sim->khz = clock->points[clock->point_count - 1].khz;
  clock->target = sim->khz; /* runs already as the program wants it */
  return 0;
}

static long frequency(struct hki_clock *clock) {
  const struct sim *sim = clock->state;
  if (sim->logged == 0)
    return (long)sim->khz;
  const struct hk_power_event *last = &sim->events[(sim->logged - 1) % KEPT];
  bool isDone = now_ns(clock) - last->ns >= clock->transition_ns;
  return (long)(isDone ? last->to_khz : last->from_khz);
}

static int set_sim(struct hki_clock *clock, unsigned khz) {
  struct sim *sim = clock->state;
  unsigned from = (unsigned)frequency(clock);
  sim->events[sim->logged % KEPT] =
      (struct hk_power_event){now_ns(clock), from, khz};
  sim->logged++;
  return 0;
}

static void close_sim(struct hki_clock *clock) { free(clock->state); }

const struct hki_power_backend hki_power_sim = {HK_POWER_SIM, open_sim, set_sim,
                                                frequency, close_sim};

int hk_power_log(const struct hk_power *power, unsigned cpu,
                 unsigned long index, struct hk_power_event *event) {
  const struct hki_clock *clock =
      cpu < power->core_count ? power->cores[cpu].clock : NULL;
  if (!clock)
    return -ENODEV;
  if (clock->backend->kind != HK_POWER_SIM)
    return -ENOTSUP;
  const struct sim *sim = clock->state;
  if (index >= sim->logged || sim->logged - index > KEPT)
    return -ENOENT;
  *event = sim->events[index % KEPT];
  return 0;
}
