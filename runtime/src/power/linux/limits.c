/* SPDX-License-Identifier: Apache-2.0
 *
 * scaling_min_freq and scaling_max_freq, both set to the frequency: works under
 * any governor and with drivers that have none of their own (intel_pstate).
 *
 * To Linux they are wishes, which come in force in the background, by a thread
 * of the core that has written them: what is read back may be older than what
 * was written. So what was written is remembered, not read, and where a look
 * back finds something else, it is waited a moment, which lets that thread run.
 *
 * Older kernels have them in force at once, and refuse a minimum above the
 * maximum: on the way up the maximum is written first, and on the way down the
 * minimum.
 */
#include "power/linux/limits.h"

#include "power/linux/claim.h"
#include "power/linux/kept.h"
#include "power/linux/machine.h"
#include "power/linux/policies.h"
#include "power/request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 5 }; /* of 1 ms */
enum end { MIN, MAX };
static const char *const names[] = {"scaling_min_freq", "scaling_max_freq"};

struct policy {
  unsigned number;
  long before[2]; /* by enum end */
  long asked[2];  /* written last; before that, what was there */
  bool is_changed;
  struct hki_kept files[2];
};

struct limits {
  unsigned count;
  struct hki_looks looks;
  struct policy policies[];
};

static int read_both(struct hki_clock *clock, const struct policy *policy,
                     long both[2]) {
  int error = hki_policy_read(clock, policy->number, names[MIN], &both[MIN]);
  return error ? error
               : hki_policy_read(clock, policy->number, names[MAX], &both[MAX]);
}

static int take(struct hki_clock *clock, struct policy *policy) {
  char path[HKI_POLICY_PATH];
  struct hki_journal *journal = hki_power_journal(clock);
  policy->files[MIN].file = policy->files[MAX].file = -1;
  if (!journal)
    return -EROFS;
  int error = read_both(clock, policy, policy->before);
  memcpy(policy->asked, policy->before, sizeof policy->asked);
  for (enum end end = MIN; end <= MAX && error == 0; end++) {
    hki_policy_path(policy->number, names[end], path);
    error =
        hki_kept_open(&policy->files[end], &clock->power->machine->files, path);
    if (error == 0)
      error = hki_journal_note(journal, path);
    if (error != 0)
      hki_power_say(clock, "%s: %s", path, strerror(-error));
  }
  return error;
}

/* Both ends, in the order that never has the minimum above the maximum; only
 * those that differ, if not `all`. */
static int write_both(struct hki_clock *clock, struct policy *policy,
                      const long wanted[2], bool all) {
  enum end first = wanted[MIN] > policy->asked[MAX] ? MAX : MIN;
  for (unsigned i = 0; i < 2; i++) {
    enum end end = i == 0 ? first : first == MIN ? MAX : MIN;
    if (policy->asked[end] == wanted[end] && !all)
      continue;
    int error = hki_kept_write_number(&policy->files[end],
                                      &clock->power->machine->files,
                                      (unsigned long)wanted[end]);
    if (error != 0)
      return error;
    policy->asked[end] = wanted[end];
    policy->is_changed = true;
  }
  return 0;
}

/* All is written, as what is read may be older than what was asked for last. */
static void give_back(struct hki_clock *clock, struct policy *policy) {
  int error = write_both(clock, policy, policy->before, true);
  if (error == -EINVAL) { /* an older kernel, whose files say what is */
    error = read_both(clock, policy, policy->asked);
    if (error == 0)
      error = write_both(clock, policy, policy->before, true);
  }
  if (error != 0)
    hki_power_say(clock, "limits of policy%u not put back: %s", policy->number,
                  strerror(-error));
}

static void close_limits(struct hki_clock *clock) {
  const struct hki_files *files = &clock->power->machine->files;
  struct limits *limits = clock->state;
  for (unsigned i = 0; limits && i < limits->count; i++) {
    if (limits->policies[i].is_changed && hki_power_is_ours(clock->power))
      give_back(clock, &limits->policies[i]);
    hki_kept_close(&limits->policies[i].files[MIN], files);
    hki_kept_close(&limits->policies[i].files[MAX], files);
  }
  free(limits);
  clock->state = NULL;
}

static int open_limits(struct hki_clock *clock) {
  struct hki_policies found;
  int error = hki_policies_of(clock, &found);
  if (error != 0)
    return error; /* cpufreq has said it */
  error = hki_clock_claim(clock);
  if (error != 0)
    return error;
  struct limits *limits =
      calloc(1, sizeof *limits + found.count * sizeof limits->policies[0]);
  if (!limits)
    return -ENOMEM;
  clock->state = limits;
  for (unsigned i = 0; i < found.count && error == 0; i++) {
    limits->policies[i].number = found.number[i];
    limits->count++;
    error = take(clock, &limits->policies[i]);
  }
  if (error != 0) {
    close_limits(clock);
    hki_clock_give_up(clock);
  }
  return error;
}

/* On an older kernel somebody else may have moved the limits, so that the order
 * was wrong; or it has taken less as the maximum than was written, and the
 * minimum must not be above that. */
static int set_policy(struct hki_clock *clock, struct policy *policy,
                      const long wanted[2]) {
  int error = write_both(clock, policy, wanted, false);
  if (error != -EINVAL || read_both(clock, policy, policy->asked) != 0)
    return error;
  long possible[2] = {wanted[MIN], wanted[MAX]};
  if (policy->asked[MAX] < wanted[MIN]) {
    const long higher[2] = {policy->asked[MIN], wanted[MAX]};
    error = write_both(clock, policy, higher, false);
    if (error == 0)
      error = read_both(clock, policy, policy->asked);
    if (error != 0)
      return error;
    possible[MAX] = policy->asked[MAX];
    if (possible[MIN] > possible[MAX])
      possible[MIN] = possible[MAX];
  }
  return write_both(clock, policy, possible, false);
}

static int look_back(struct hki_clock *clock, const struct policy *policy,
                     unsigned khz) {
  const struct hki_files *files = &clock->power->machine->files;
  unsigned tries = clock->clamped == 0 ? TRIES : 1;
  long found[2];
  int error = read_both(clock, policy, found);
  for (; error == 0 && found[MAX] != (long)khz && tries > 0; tries--) {
    files->calls->pause(1);
    error = read_both(clock, policy, found);
  }
  if (error == 0)
    hki_power_compare(clock, khz, found[MAX]);
  return error;
}

static int set_limits(struct hki_clock *clock, unsigned khz) {
  struct limits *limits = clock->state;
  const long wanted[2] = {(long)khz, (long)khz};
  bool looks = hki_power_looks(clock, &limits->looks, khz);
  int busy = 0;
  for (unsigned i = 0; i < limits->count; i++) {
    struct policy *policy = &limits->policies[i];
    int error = set_policy(clock, policy, wanted);
    if (error == 0 && looks)
      error = look_back(clock, policy, khz);
    if (error == -EBUSY) {
      busy = error;
    } else if (error != 0) {
      hki_power_say(clock, "limits of policy%u: %s", policy->number,
                    strerror(-error));
      return error;
    }
  }
  return busy;
}

const struct hki_power_backend hki_power_limits = {
    HK_POWER_LIMITS, open_limits, set_limits, hki_policy_now, close_limits};
