/* SPDX-License-Identifier: Apache-2.0
 *
 * A fake machine with cpufreq: policies that answer as Linux 6.1 does (tried by
 * test/runtime/kernel/clocks.c). A write to scaling_setspeed fails with EINVAL
 * under another governor than userspace, and is clamped to the limits and to
 * the frequencies that there are; that the hardware fails, nobody is told.
 * Limits are wishes, of which the maximum counts more, and are in force some
 * time after they were written. Older kernels have them in force at once, and
 * refuse a minimum above the maximum.
 */
#pragma once

#include "../machine/fake_tree.h"
#include "power/linux/machine.h"
#include "power/power.h"

#include <signal.h>

#define CPUFREQ "/sys/devices/system/cpu/cpufreq/"

/* Writing, or opening for writing, files that end like this gives `error`; -EIO
 * with is_short: a part is taken. The `after`th one is the first. */
struct power_fault {
  const char *path; /* NULL: none */
  int error;
  bool is_open, is_short;
  unsigned after;
  void (*then)(void);
};
static struct power_fault power_fault;
static struct fake_tree machine_tree;
static unsigned power_writes;  /* to kept files */
static unsigned power_refused; /* by the kernel's rules */
static char power_said[4096];
static unsigned power_messages;
static bool power_is_old;      /* kernel */
static unsigned power_lag;     /* reads that still see the old limits */
static unsigned power_pending; /* of them, after the last write */
static bool power_hardware_fails;

static inline bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static inline bool power_strikes(const char *path, bool isOpen) {
  struct power_fault *fault = &power_fault;
  if (!fault->path || fault->is_open != isOpen || !ends_with(path, fault->path))
    return false;
  if (fault->after > 0) {
    fault->after--;
    return false;
  }
  if (fault->then)
    fault->then();
  return true;
}

/* The file beside `path`, as text without its newline. */
static inline void beside(const char *path, const char *name, char text[256]) {
  char other[512];
  snprintf(other, sizeof other, "%.*s/%s", (int)(strrchr(path, '/') - path),
           path, name);
  FILE *file = fopen(other, "r");
  text[0] = 0;
  if (!file)
    return;
  if (!fgets(text, 256, file))
    text[0] = 0;
  fclose(file);
  text[strcspn(text, "\n")] = 0;
}

static inline long number_beside(const char *path, const char *name) {
  char text[256];
  beside(path, name, text);
  return atol(text);
}

static inline void put_beside(const char *path, const char *name,
                              const char *text) {
  char other[512];
  snprintf(other, sizeof other, "%.*s/%s", (int)(strrchr(path, '/') - path),
           path, name);
  FILE *file = fopen(other, "w");
  CHECK(file && fprintf(file, "%s\n", text) >= 0 && fclose(file) == 0);
}

/* The least frequency at or above `khz`, within the limits. */
static inline void set_speed(const char *path, long khz) {
  char list[256], text[32];
  if (power_hardware_fails)
    return;
  long low = number_beside(path, "scaling_min_freq");
  long high = number_beside(path, "scaling_max_freq"), best = 0;
  khz = khz < low ? low : khz > high ? high : khz;
  beside(path, "scaling_available_frequencies", list);
  for (char *at = strtok(list, " "); at; at = strtok(NULL, " "))
    if (atol(at) >= khz && (best == 0 || atol(at) < best))
      best = atol(at);
  snprintf(text, sizeof text, "%ld", best ? best : khz);
  put_beside(path, "scaling_cur_freq", text);
  beside(path, "scaling_governor", list);
  if (strcmp(list, "userspace") == 0)
    put_beside(path, "scaling_setspeed", text);
}

/* What was written to a limit last. */
static inline long asked_beside(const char *path, const char *limit) {
  char name[64];
  snprintf(name, sizeof name, ".asked_%s", limit);
  long asked = number_beside(path, name);
  return asked ? asked : number_beside(path, limit);
}

static inline void put_number(const char *path, const char *name, long number) {
  char text[32];
  snprintf(text, sizeof text, "%ld", number);
  put_beside(path, name, text);
}

/* The limits come in force, for the frequency too. */
static inline void limit(const char *path) {
  long least = number_beside(path, "cpuinfo_min_freq");
  long most = number_beside(path, "cpuinfo_max_freq");
  long low = asked_beside(path, "scaling_min_freq");
  long high = asked_beside(path, "scaling_max_freq");
  char governor[256];
  high = high > most ? most : high < least ? least : high;
  low = low < least ? least : low > high ? high : low;
  if (low == number_beside(path, "scaling_min_freq") &&
      high == number_beside(path, "scaling_max_freq"))
    return;
  put_number(path, "scaling_min_freq", low);
  put_number(path, "scaling_max_freq", high);
  beside(path, "scaling_governor", governor);
  long wanted = strcmp(governor, "userspace") == 0
                    ? number_beside(path, ".asked_setspeed")
                    : high;
  set_speed(path, wanted ? wanted : number_beside(path, "scaling_cur_freq"));
}

static inline int power_open(int folder, const char *path, int flags,
                             unsigned mode) {
  if ((flags & O_WRONLY) && power_strikes(path, true))
    return power_fault.error;
  if (!(flags & O_WRONLY) && strstr(path, "/scaling_m") && power_pending > 0)
    power_pending--;
  else if (!(flags & O_WRONLY) && strstr(path, "/scaling_m"))
    limit(path);
  return fake_open(folder, path, flags, mode);
}

/* A limit is written. */
static inline int store_limit(const char *path, const char *name,
                              const char *text) {
  char asked[64];
  bool isMin = strcmp(name, "scaling_min_freq") == 0;
  long other =
      number_beside(path, isMin ? "scaling_max_freq" : "scaling_min_freq");
  if (power_is_old && (isMin ? atol(text) > other : atol(text) < other))
    return -EINVAL;
  snprintf(asked, sizeof asked, ".asked_%s", name);
  put_beside(path, asked, text);
  power_pending = power_lag;
  if (power_pending == 0)
    limit(path);
  return 0;
}

/* What the kernel makes of a write; the file then holds it. */
static inline int kernel_store(const char *path, const char *text) {
  char word[256];
  const char *name = strrchr(path, '/') + 1;
  if (strcmp(name, "scaling_governor") == 0) {
    beside(path, "scaling_available_governors", word);
    if (!strstr(word, text))
      return -EINVAL;
    put_beside(path, name, text);
    beside(path, "scaling_cur_freq", word);
    put_beside(path, ".asked_setspeed", word);
    put_beside(path, "scaling_setspeed",
               strcmp(text, "userspace") == 0 ? word : "<unsupported>");
  } else if (strcmp(name, "scaling_setspeed") == 0) {
    beside(path, "scaling_governor", word);
    if (strcmp(word, "userspace") != 0 || text[0] < '0' || text[0] > '9')
      return -EINVAL;
    put_beside(path, ".asked_setspeed", text);
    set_speed(path, atol(text));
  } else if (strcmp(name, "scaling_min_freq") == 0 ||
             strcmp(name, "scaling_max_freq") == 0) {
    return store_limit(path, name, text);
  } else {
    return 1; /* a plain file */
  }
  return 0;
}

/* What is to come of a write to the file: -errno, or so many bytes; 0 for a
 * plain file, that is to be written to. */
static inline long judge(const char *path, const void *bytes, size_t length) {
  char text[256];
  if (power_strikes(path, false)) {
    if (power_fault.is_short)
      return 1;
    if (power_fault.error)
      return power_fault.error;
  }
  if (!strstr(path, "/cpufreq/policy") || length >= sizeof text)
    return 0;
  memcpy(text, bytes, length);
  text[length] = 0;
  text[strcspn(text, "\n")] = 0;
  int error = kernel_store(path, text);
  power_refused += error < 0;
  return error < 0 ? error : error > 0 ? 0 : (long)length;
}

static inline void path_of(int file, char path[512]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, 511);
  CHECK(length > 0);
  path[length] = 0;
}

static inline long power_write(int file, const void *bytes, size_t length) {
  char path[512];
  path_of(file, path);
  long judged = judge(path, bytes, length);
  return judged ? judged : fake_write(file, bytes, length);
}

static inline long power_rewrite(int file, const void *bytes, size_t length) {
  char path[512];
  path_of(file, path);
  __atomic_fetch_add(&power_writes, 1, __ATOMIC_RELAXED);
  long judged = judge(path, bytes, length);
  if (judged)
    return judged;
  CHECK(ftruncate(file, 0) == 0); /* holds what is written, alone */
  return hki_system_calls.rewrite(file, bytes, length);
}

static inline void power_report(void *context, const char *text) {
  (void)context;
  power_messages++;
  size_t length = strlen(power_said);
  snprintf(power_said + length, sizeof power_said - length, "%s\n", text);
}

static inline bool was_said(const char *words) {
  bool isSaid = strstr(power_said, words) != NULL;
  if (!isSaid)
    fprintf(stderr, "said only: %s", power_said);
  return isSaid;
}

static inline void put_policy(const char *policy, const char *name,
                              const char *text) {
  char path[256];
  snprintf(path, sizeof path, CPUFREQ "%s/%s", policy, name);
  fake_put(&machine_tree, path, text);
  if (strncmp(name, "scaling_m", 9) == 0) /* also what was asked for */
    snprintf(path, sizeof path, CPUFREQ "%s/.asked_%s", policy, name);
  else if (strcmp(name, "scaling_setspeed") == 0)
    snprintf(path, sizeof path, CPUFREQ "%s/.asked_setspeed", policy);
  else
    return;
  fake_put(&machine_tree, path, text);
}

/* Some time later. */
static inline void settle_limits(const char *policy) {
  char path[512], name[64];
  snprintf(name, sizeof name, CPUFREQ "%s/x", policy);
  fake_path(&machine_tree, name, path, sizeof path);
  power_pending = 0;
  limit(path);
}

static inline void add_policy(const char *policy, const char *cpus,
                              const char *frequencies) {
  put_policy(policy, "related_cpus", cpus);
  put_policy(policy, "scaling_governor", "schedutil");
  put_policy(policy, "scaling_available_governors",
             "performance schedutil userspace");
  put_policy(policy, "scaling_setspeed", "<unsupported>");
  if (frequencies)
    put_policy(policy, "scaling_available_frequencies", frequencies);
  put_policy(policy, "cpuinfo_min_freq", "200000");
  put_policy(policy, "cpuinfo_max_freq", "1400000");
  put_policy(policy, "cpuinfo_transition_latency", "40000");
  put_policy(policy, "scaling_min_freq", "200000");
  put_policy(policy, "scaling_max_freq", "1400000");
  put_policy(policy, "scaling_cur_freq", "600000");
}

static inline bool policy_is(const char *policy, const char *name,
                             const char *text) {
  char path[256];
  snprintf(path, sizeof path, CPUFREQ "%s/%s", policy, name);
  return fake_is(&machine_tree, path, text);
}

static inline void make_machine(void) {
  machine_tree = fake_tree();
  power_said[0] = 0;
  power_messages = 0;
  power_writes = power_refused = 0;
  power_is_old = power_hardware_fails = false;
  power_lag = power_pending = 0;
  power_fault = (struct power_fault){0};
}

static inline const struct hki_files *power_files(void) {
  const struct hki_files *files = fake_files(&machine_tree);
  fake_calls.open = power_open;
  fake_calls.write = power_write;
  fake_calls.rewrite = power_rewrite;
  return files;
}

static inline struct hk_power *
open_power(const struct hk_power_chip *chip,
           const struct hk_power_options *given) {
  struct hk_power_options options = {0};
  struct hk_power *power;
  if (given)
    options = *given;
  options.report = power_report;
  CHECK(
      hki_power_open(chip, &options,
                     hki_power_machine_new(power_files(), machine_tree.folder),
                     &power) == 0);
  return power;
}

static inline enum hk_power_backend backend_of(const struct hk_power *power,
                                               unsigned cpu) {
  struct hk_power_clock clock;
  CHECK(hk_power_describe(power, cpu, &clock) == 0);
  return clock.backend;
}

/* A child opens the machine's clocks, runs `change`, and is killed; then the
 * watchdog puts back. */
static inline void kill_after(void (*change)(struct hk_power *power)) {
  int ready[2];
  char byte;
  CHECK(pipe(ready) == 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    change(open_power(NULL, NULL));
    CHECK(write(ready[1], "x", 1) == 1);
    for (;;)
      pause();
  }
  CHECK(read(ready[0], &byte, 1) == 1);
  CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
  for (unsigned i = 0; fake_journals(&machine_tree) != 0; i++) {
    CHECK(i < 30000); /* or it could not put back */
    usleep(1000);
  }
  close(ready[0]);
  close(ready[1]);
}
