/* SPDX-License-Identifier: Apache-2.0 */
#include "settings/settings.h"

#include "settings/say.h"

#include <stdlib.h>
#include <string.h>

/* The value of a variable, NULL if it is not set or empty. */
static const char *value_of(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

/* A number from `least` to `most`, which is far from the greatest unsigned. */
static bool parse_number(const char *text, unsigned least, unsigned most,
                         unsigned *result) {
  unsigned number = 0;
  for (const char *digit = text; *digit; digit++) {
    if (*digit < '0' || *digit > '9' || number > most)
      return false;
    number = number * 10 + (unsigned)(*digit - '0');
  }
  *result = number;
  return number >= least && number <= most;
}

static bool parse_cores(const char *text, unsigned *cores) {
  return parse_number(text, 1, HKI_MOST_CORES, cores);
}

unsigned hki_settings_cores(void) {
  unsigned cores;
  const char *text = value_of("HOCKET_CORES");
  return text && parse_cores(text, &cores) ? cores : 0;
}

static void bad(const char *name, const char *value, const char *wanted) {
  hki_say("%s: '%.80s' is not %s; ignored", name, value, wanted);
}

static void read_trace(struct hki_settings *settings) {
  enum { USUAL = 1 << 18, LEAST = 16, MOST = 1 << 26 };
  settings->trace = value_of("HOCKET_TRACE");
  settings->trace_events = USUAL;
  const char *text = value_of("HOCKET_TRACE_EVENTS");
  if (text && !parse_number(text, LEAST, MOST, &settings->trace_events)) {
    settings->trace_events = USUAL;
    bad("HOCKET_TRACE_EVENTS", text, "a number of events from 16 to 67108864");
  }
}

/* "adaptive" for HKI_WAIT_ADAPTIVE; false for no such name. */
static bool parse_strategy(const char *text, enum hki_wait_strategy *strategy) {
  static const char *const names[] = {"adaptive", "spin", "yield", "futex",
                                      "power"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(text, names[i]) == 0) {
      *strategy = (enum hki_wait_strategy)i;
      return true;
    }
  return false;
}

static void read_wait(struct hki_settings *settings) {
  const char *text = value_of("HOCKET_WAIT");
  settings->wait = HKI_WAIT_ADAPTIVE;
  if (text && !parse_strategy(text, &settings->wait))
    bad("HOCKET_WAIT", text, "adaptive, spin, yield, futex or power");
}

static void read_adapt(struct hki_settings *settings) {
  const char *text = value_of("HOCKET_ADAPT");
  settings->adapt = HKI_ADAPT_ON;
  if (text && strcmp(text, "off") == 0)
    settings->adapt = HKI_ADAPT_OFF;
  else if (text && strcmp(text, "alternate") == 0)
    settings->adapt = HKI_ADAPT_ALTERNATE;
  else if (text && strcmp(text, "on") != 0)
    bad("HOCKET_ADAPT", text, "'on', 'off' or 'alternate'");
}

static void read_speculate(struct hki_settings *settings) {
  const char *text = value_of("HOCKET_SPECULATE");
  settings->speculate = HKI_SPECULATE_ON;
  if (text && strcmp(text, "off") == 0)
    settings->speculate = HKI_SPECULATE_OFF;
  else if (text && strcmp(text, "always") == 0)
    settings->speculate = HKI_SPECULATE_ALWAYS;
  else if (text && strcmp(text, "on") != 0)
    bad("HOCKET_SPECULATE", text, "'on', 'off' or 'always'");
}

static void read_crowded(struct hki_settings *settings) {
  const char *text = value_of("HOCKET_CROWDED");
  settings->threads_only = text && strcmp(text, "threads") == 0;
  /* "turns" is what fibers were called once. */
  if (text && !settings->threads_only && strcmp(text, "fibers") != 0 &&
      strcmp(text, "turns") != 0)
    bad("HOCKET_CROWDED", text, "'fibers' or 'threads'");
}

static void read_resources(struct hki_settings *settings) {
  const char *text = value_of("HOCKET_RESERVE");
  settings->has_reserve =
      text && hk_reserve_level_named(text, &settings->reserve) == 0;
  if (text && !settings->has_reserve)
    bad("HOCKET_RESERVE", text,
        "'off', 'auto', 'isolated', 'root', 'cpuset' or 'affinity'");
  text = value_of("HOCKET_POWER");
  bool off = text && strcmp(text, "off") == 0;
  settings->power_on =
      text && !off && hk_power_named(text, &settings->power) == 0;
  settings->has_power = off || settings->power_on;
  if (text && !settings->has_power)
    bad("HOCKET_POWER", text,
        "'off', 'auto', 'cpufreq', 'limits', 'mmio', 'sim' or 'none'");
}

void hki_settings_read(struct hki_settings *settings) {
  *settings = (struct hki_settings){0};
  const char *text = value_of("HOCKET_CORES");
  if (text && !parse_cores(text, &settings->cores)) {
    settings->cores = 0;
    bad("HOCKET_CORES", text, "a number of cores from 1 to 1024");
  }
  text = value_of("HOCKET_LAUNCHER");
  if (text && strcmp(text, "openmp") == 0)
    settings->launcher = HKI_LAUNCH_OPENMP;
  else if (text && strcmp(text, "threads") == 0)
    settings->launcher = HKI_LAUNCH_THREADS;
  else if (text)
    bad("HOCKET_LAUNCHER", text, "'openmp' or 'threads'");
  text = value_of("HOCKET_VERBOSE");
  settings->tells_attempts = text && strcmp(text, "2") == 0;
  settings->verbose =
      settings->tells_attempts || (text && strcmp(text, "1") == 0);
  if (text && !settings->verbose && strcmp(text, "0") != 0)
    bad("HOCKET_VERBOSE", text, "0, 1 or 2");
  read_wait(settings);
  read_adapt(settings);
  read_speculate(settings);
  read_crowded(settings);
  read_trace(settings);
  read_resources(settings);
}
