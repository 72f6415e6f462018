/* SPDX-License-Identifier: Apache-2.0
 *
 * cpufreq's policies: which there are, their cores and operating points, and
 * their governor.
 */
#include "power/linux/policies.h"

#include "machine/files/line.h"
#include "power/linux/machine.h"
#include "power/port.h"
#include "power/request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "/sys/devices/system/cpu/cpufreq"

enum { LIST_ROOM = 4096, MOST_POINTS = 256 };

void hki_policy_path(unsigned policy, const char *name,
                     char path[HKI_POLICY_PATH]) {
  snprintf(path, HKI_POLICY_PATH, FOLDER "/policy%u/%s", policy, name);
}

static int read_text(const struct hki_files *files, unsigned policy,
                     const char *name, char *text, size_t room) {
  char path[HKI_POLICY_PATH];
  hki_policy_path(policy, name, path);
  return hki_files_read(files, path, text, room);
}

int hki_policy_read(const struct hki_clock *clock, unsigned policy,
                    const char *name, long *number) {
  char path[HKI_POLICY_PATH];
  hki_policy_path(policy, name, path);
  return hki_files_read_number(&clock->power->machine->files, path, number);
}

/* The number in "policyN"; false for other names. */
static bool policy_number(const char *name, unsigned *number) {
  unsigned long long value;
  const char *at = name + 6;
  if (strncmp(name, "policy", 6) != 0 || !hki_line_number(&at, &value) || *at ||
      value >= HKI_MOST_CPUS)
    return false;
  *number = (unsigned)value;
  return true;
}

/* Numbers with blanks between them; what is no number ends the list. Returns
 * how many there are, at most `room`. */
static unsigned parse_numbers(const char *text, unsigned *numbers,
                              unsigned room) {
  unsigned count = 0;
  unsigned long long number;
  while (count < room) {
    while (*text == ' ' || *text == '\t')
      text++;
    if (!hki_line_number(&text, &number) || number > 0xffffffffu)
      break;
    numbers[count++] = (unsigned)number;
  }
  return count;
}

unsigned hki_policy_cores(const struct hki_files *files, unsigned policy,
                          unsigned **cpus) {
  char *text = malloc(LIST_ROOM);
  *cpus = malloc(LIST_ROOM / 2 * sizeof **cpus);
  unsigned count = 0;
  if (text && *cpus &&
      read_text(files, policy, "related_cpus", text, LIST_ROOM) > 0)
    count = parse_numbers(text, *cpus, LIST_ROOM / 2);
  free(text);
  return count;
}

struct search {
  const struct hki_clock *clock;
  struct hki_policies *found;
};

static bool has_core(const struct hki_clock *clock, unsigned policy) {
  const struct hk_power *power = clock->power;
  unsigned *cpus;
  unsigned count = hki_policy_cores(&power->machine->files, policy, &cpus);
  bool isFound = false;
  for (unsigned i = 0; i < count && !isFound; i++)
    isFound =
        cpus[i] < power->core_count && power->cores[cpus[i]].clock == clock;
  free(cpus);
  return isFound;
}

static int look_at(void *context, const char *name) {
  struct search *search = context;
  struct hki_policies *found = search->found;
  unsigned policy;
  if (policy_number(name, &policy) && has_core(search->clock, policy) &&
      found->count < HKI_MOST_POLICIES)
    found->number[found->count++] = policy;
  return 0;
}

int hki_policies_of(const struct hki_clock *clock,
                    struct hki_policies *policies) {
  struct search search = {clock, policies};
  policies->count = 0;
  if (!clock->power->machine)
    return -ENODEV;
  hki_files_list(&clock->power->machine->files, FOLDER, look_at, &search);
  return policies->count ? 0 : -ENODEV;
}

static int ascending(const void *a, const void *b) {
  unsigned first = ((const struct hk_power_point *)a)->khz;
  unsigned second = ((const struct hk_power_point *)b)->khz;
  return (first > second) - (first < second);
}

/* Frequencies as the driver lists them, or the least and the greatest, and all
 * between. Without either the clock cannot be described: -ENODEV. */
static int read_points(struct hki_clock *clock, unsigned policy) {
  const struct hki_files *files = &clock->power->machine->files;
  char text[LIST_ROOM];
  unsigned khz[MOST_POINTS], count = 0;
  if (read_text(files, policy, "scaling_available_frequencies", text,
                sizeof text) > 0)
    count = parse_numbers(text, khz, MOST_POINTS);
  long low = 0, high = 0;
  if (count == 0 &&
      (hki_policy_read(clock, policy, "cpuinfo_min_freq", &low) != 0 ||
       hki_policy_read(clock, policy, "cpuinfo_max_freq", &high) != 0 ||
       low <= 0 || high < low))
    return -ENODEV;
  if (count == 0) {
    khz[count++] = (unsigned)low;
    khz[count++] = (unsigned)high;
    clock->is_continuous = true;
  }
  struct hk_power_point *points = calloc(count, sizeof *points);
  if (!points)
    return -ENOMEM;
  for (unsigned i = 0; i < count; i++)
    points[i].khz = khz[i];
  qsort(points, count, sizeof *points, ascending);
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++)
    if (points[i].khz != 0 && (!kept || points[i].khz != points[kept - 1].khz))
      points[kept++] = points[i];
  clock->own_points = points;
  clock->points = points;
  clock->point_count = kept;
  return kept ? 0 : -ENODEV;
}

/* The frequency domain that the spec has the core in; NULL: none. */
static const struct hk_power_domain *domain_of(const struct hk_power_chip *chip,
                                               unsigned cpu) {
  for (unsigned i = 0; chip && i < chip->domain_count; i++)
    for (unsigned j = 0; j < chip->domains[i].cpu_count; j++)
      if (chip->domains[i].cpus[j] == cpu)
        return &chip->domains[i];
  return NULL;
}

static int place_cores(struct hk_power *power, unsigned policy,
                       const unsigned *cpus, unsigned count) {
  struct hki_clock *clock = NULL;
  for (unsigned i = 0; i < count; i++) {
    if (cpus[i] >= HKI_MOST_CPUS || !hki_power_lacks(power, cpus[i]))
      continue;
    if (!clock) {
      clock = hki_power_add(power, domain_of(power->chip, cpus[i]));
      snprintf(clock->name, sizeof clock->name, "policy%u", policy);
      int error = clock->domain ? 0 : read_points(clock, policy);
      if (error != 0) {
        power->clock_count--;
        free(clock->own_points);
        memset(clock, 0, sizeof *clock);
        return error == -ENOMEM ? error : 0;
      }
      long latency = 0;
      if (clock->transition_ns == 0 &&
          hki_policy_read(clock, policy, "cpuinfo_transition_latency",
                          &latency) == 0 &&
          latency > 0 && (unsigned long)latency < 0xffffffff) /* unknown */
        clock->transition_ns = (unsigned long long)latency;
    }
    if (hki_power_attach(clock, cpus[i]) != 0)
      return -ENOMEM;
  }
  if (!clock)
    return 0;
  enum hk_power_backend first = HK_POWER_CPUFREQ;
  if (power->options.backend != HK_POWER_AUTO)
    first = power->options.backend;
  else if (clock->domain && clock->domain->backend == HK_POWER_LIMITS)
    first = HK_POWER_LIMITS;
  hki_power_choose(clock, first);
  return 0;
}

static int add_policy(void *context, const char *name) {
  struct hk_power *power = context;
  unsigned policy, *cpus;
  if (!policy_number(name, &policy))
    return 0;
  unsigned count = hki_policy_cores(&power->machine->files, policy, &cpus);
  int result = 0;
  if (power->machine->policy_count > 0) {
    power->machine->policy_count--;
    result = place_cores(power, policy, cpus, count);
  }
  free(cpus);
  return result;
}

int hki_power_machine_add(struct hk_power *power) {
  if (!power->machine)
    return 0;
  int result =
      hki_files_list(&power->machine->files, FOLDER, add_policy, power);
  return result == -ENOMEM ? result : 0; /* no cpufreq here is no failure */
}

static int count_policy(void *context, const char *name) {
  unsigned policy;
  *(unsigned *)context += policy_number(name, &policy);
  return 0;
}

unsigned hki_power_machine_clocks(struct hki_power_machine *machine) {
  if (!machine)
    return 0;
  machine->policy_count = 0;
  hki_files_list(&machine->files, FOLDER, count_policy, &machine->policy_count);
  return machine->policy_count;
}

void hki_policy_governor(const struct hki_clock *clock, unsigned policy,
                         char governor[HKI_GOVERNOR_ROOM]) {
  read_text(&clock->power->machine->files, policy, "scaling_governor", governor,
            HKI_GOVERNOR_ROOM);
}

/* A word of a list with blanks between. */
static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

int hki_policy_take(const struct hki_clock *clock, unsigned policy,
                    char before[HKI_GOVERNOR_ROOM]) {
  char list[512], path[HKI_POLICY_PATH];
  const struct hki_files *files = &clock->power->machine->files;
  hki_policy_governor(clock, policy, before);
  if (strcmp(before, "userspace") == 0)
    return 0;
  int length = read_text(files, policy, "scaling_available_governors", list,
                         sizeof list);
  if (length >= 0 && !has_word(list, "userspace")) {
    hki_power_say(clock,
                  "no governor 'userspace' here, only '%.80s'; 'modprobe "
                  "cpufreq_userspace' or booting with intel_pstate=passive may "
                  "bring it",
                  list);
    return -ENOTSUP;
  }
  struct hki_journal *journal = hki_power_journal(clock);
  if (!journal)
    return -EROFS;
  hki_policy_path(policy, "scaling_governor", path);
  int error = hki_journal_write(journal, path, "userspace");
  if (error < 0) {
    hki_power_say(clock, "%s: %s", path, strerror(-error));
    return error;
  }
  if (error > 0) {
    hki_policy_governor(clock, policy, list);
    hki_power_say(
        clock, "the governor is '%.60s' after 'userspace' was written", list);
    return -EIO;
  }
  return 0;
}

void hki_policy_give_back(const struct hki_clock *clock, unsigned policy,
                          const char *before) {
  char now[HKI_GOVERNOR_ROOM], path[HKI_POLICY_PATH];
  hki_policy_governor(clock, policy, now);
  if (strcmp(before, "userspace") == 0 || strcmp(now, "userspace") != 0)
    return;
  hki_policy_path(policy, "scaling_governor", path);
  struct hki_journal *journal = hki_power_journal(clock);
  int error = journal ? hki_journal_write(journal, path, before) : -EROFS;
  if (error != 0)
    hki_power_say(clock, "%s: not put back to '%s'", path, before);
}

bool hki_power_looks(const struct hki_clock *clock, struct hki_looks *looks,
                     unsigned khz) {
  enum { EACH = 101 }; /* odd: programs go up and down in turn */
  unsigned point = 0;
  while (point + 1 < clock->point_count && clock->points[point].khz < khz)
    point++;
  unsigned long long bit = 1ull << point % 64;
  bool isNew = !(looks->looked & bit);
  looks->looked |= bit;
  return isNew || ++looks->changes % EACH == 0;
}

long hki_policy_now(struct hki_clock *clock) {
  struct hki_policies policies;
  long khz;
  int error = hki_policies_of(clock, &policies);
  if (error == 0)
    error =
        hki_policy_read(clock, policies.number[0], "scaling_cur_freq", &khz);
  return error == 0 ? khz : error;
}
