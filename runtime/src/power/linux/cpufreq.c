/* SPDX-License-Identifier: Apache-2.0
 *
 * Linux's userspace governor: the frequency is what is written to
 * scaling_setspeed, which is kept open.
 *
 * Under another governor that write fails with EINVAL: so it is found that
 * somebody has changed the governor. A frequency beyond the limits is clamped,
 * and the driver may fail, both without a word: so each point is read back when
 * it is set first, and one change in 101 from then on.
 */
#include "power/linux/cpufreq.h"

#include "power/linux/claim.h"
#include "power/linux/kept.h"
#include "power/linux/machine.h"
#include "power/linux/policies.h"
#include "power/request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct policy {
  unsigned number;
  char before[HKI_GOVERNOR_ROOM]; /* the governor */
  long speed_before;              /* scaling_setspeed, 0 if it was not ours */
  struct hki_kept speed;
};

struct cpufreq {
  unsigned count;
  struct hki_looks looks;
  struct policy policies[];
};

static int take(struct hki_clock *clock, struct policy *policy) {
  const struct hki_files *files = &clock->power->machine->files;
  char path[HKI_POLICY_PATH];
  int error = hki_policy_take(clock, policy->number, policy->before);
  if (error != 0)
    return error;
  hki_policy_path(policy->number, "scaling_setspeed", path);
  if (strcmp(policy->before, "userspace") == 0) {
    struct hki_journal *journal = hki_power_journal(clock);
    error = journal ? hki_journal_note(journal, path) : -EROFS;
    if (error == 0)
      error = hki_policy_read(clock, policy->number, "scaling_setspeed",
                              &policy->speed_before);
  }
  if (error == 0)
    error = hki_kept_open(&policy->speed, files, path);
  if (error != 0) {
    hki_power_say(clock, "%s: %s", path, strerror(-error));
    hki_policy_give_back(clock, policy->number, policy->before);
  }
  return error;
}

static void give_back(struct hki_clock *clock, struct policy *policy) {
  const struct hki_files *files = &clock->power->machine->files;
  char now[HKI_GOVERNOR_ROOM];
  if (!hki_power_is_ours(clock->power)) {
    hki_kept_close(&policy->speed, files);
    return;
  }
  hki_policy_governor(clock, policy->number, now);
  if (policy->speed_before > 0 && strcmp(now, "userspace") == 0 &&
      hki_kept_write_number(&policy->speed, files,
                            (unsigned long)policy->speed_before) != 0)
    hki_power_say(clock, "%s: not put back to %ld", policy->speed.path,
                  policy->speed_before);
  hki_kept_close(&policy->speed, files);
  hki_policy_give_back(clock, policy->number, policy->before);
}

static void close_cpufreq(struct hki_clock *clock) {
  struct cpufreq *cpufreq = clock->state;
  for (unsigned i = 0; cpufreq && i < cpufreq->count; i++)
    give_back(clock, &cpufreq->policies[i]);
  free(cpufreq);
  clock->state = NULL;
}

static int open_cpufreq(struct hki_clock *clock) {
  struct hki_policies found;
  int error = hki_policies_of(clock, &found);
  if (error != 0) {
    hki_power_say(clock, "no cpufreq policy here");
    return error;
  }
  error = hki_clock_claim(clock);
  if (error != 0)
    return error;
  struct cpufreq *cpufreq =
      calloc(1, sizeof *cpufreq + found.count * sizeof cpufreq->policies[0]);
  if (!cpufreq)
    return -ENOMEM;
  clock->state = cpufreq;
  for (unsigned i = 0; i < found.count && error == 0; i++) {
    cpufreq->policies[i].number = found.number[i];
    error = take(clock, &cpufreq->policies[i]);
    cpufreq->count += error == 0;
  }
  if (error != 0) {
    close_cpufreq(clock);
    hki_clock_give_up(clock);
  }
  return error;
}

/* Says why a clock cannot be set further, and returns it. */
static int explain(struct hki_clock *clock, const struct policy *policy,
                   int error) {
  char governor[HKI_GOVERNOR_ROOM];
  hki_policy_governor(clock, policy->number, governor);
  if (governor[0] && strcmp(governor, "userspace") != 0)
    hki_power_say(clock, "something else has set the governor '%s'", governor);
  else
    hki_power_say(clock, "%s: %s", policy->speed.path, strerror(-error));
  return error;
}

static int look_back(struct hki_clock *clock, const struct policy *policy,
                     unsigned khz) {
  long now;
  /* Under another governor this reads "<unsupported>". */
  int error = hki_policy_read(clock, policy->number, "scaling_setspeed", &now);
  if (error == -EACCES)
    return 0; /* may be written only */
  if (error == 0)
    hki_power_compare(clock, khz, now);
  return error;
}

static int set_cpufreq(struct hki_clock *clock, unsigned khz) {
  const struct hki_files *files = &clock->power->machine->files;
  struct cpufreq *cpufreq = clock->state;
  bool looks = hki_power_looks(clock, &cpufreq->looks, khz);
  int busy = 0;
  for (unsigned i = 0; i < cpufreq->count; i++) {
    struct policy *policy = &cpufreq->policies[i];
    int error = hki_kept_write_number(&policy->speed, files, khz);
    if (error == 0 && looks)
      error = look_back(clock, policy, khz);
    if (error == -EBUSY)
      busy = error;
    else if (error != 0)
      return explain(clock, policy, error);
  }
  return busy;
}

const struct hki_power_backend hki_power_cpufreq = {
    HK_POWER_CPUFREQ, open_cpufreq, set_cpufreq, hki_policy_now, close_cpufreq};
