/* SPDX-License-Identifier: Apache-2.0
 *
 * In the guest: frequencies by registers that are mapped through UIO, those of
 * fake_registers.ko, which shows what they really hold, and looks all the time
 * whether the voltage is enough.
 *   registers          all of it
 *   registers none     without rights: nothing is changed
 *   registers cpufreq  the kernel has the same clocks
 *   registers hold     slows the clocks down, prints "slow PID", and stays
 *                      until it is killed
 */
#include "guest.h"

#include <pthread.h>

#define FAKE "/sys/module/fake_registers/parameters/"
#define BEFORE "abcd0004 ffffff03 0 0 1209 0 0 0"

enum { FIRST = 0, SECOND = 4, VOLTAGE = 16 };

/* A clock's register holds the least level that its frequency needs. The last
 * point of the first clock needs less than the one below. */
static const struct hk_power_point points[] = {
    {200000, 900000}, {400000, 1100000}, {800000, 1000000}};
static const struct hk_power_point other_points[] = {{300000, 900000},
                                                     {900000, 1300000}};
static const uint32_t levels[] = {2, 5, 4}, other_levels[] = {2, 9};
static const struct hk_power_register registers[] = {
    {FIRST, 0xff, levels, 20, 0}, {VOLTAGE, 0xff, levels, 20, 1}};
static const struct hk_power_register other_registers[] = {
    {SECOND, 0xff, other_levels, 20, 0}, {VOLTAGE, 0xff, other_levels, 20, 1}};
static const unsigned cpus[] = {0, 1}, other_cpus[] = {2, 3};
static const struct hk_power_domain domains[] = {{.name = "first",
                                                  .cpus = cpus,
                                                  .cpu_count = 2,
                                                  .points = points,
                                                  .point_count = 3,
                                                  .uio = "fake-clocks",
                                                  .registers = registers,
                                                  .register_count = 2},
                                                 {.name = "second",
                                                  .cpus = other_cpus,
                                                  .cpu_count = 2,
                                                  .points = other_points,
                                                  .point_count = 2,
                                                  .uio = "fake-clocks",
                                                  .registers = other_registers,
                                                  .register_count = 2}};
static const struct hk_power_chip chip = {"chip", domains, 2, NULL, 0};

static struct hk_power *opened(const struct hk_power_chip *of) {
  struct hk_power_options options = {.report = report};
  struct hk_power *power;
  forget_said();
  CHECK(hk_power_open(of, &options, &power) == 0);
  return power;
}

static bool words_are(const char *wanted) {
  return holds(FAKE "words", wanted);
}

static unsigned long number(const char *path) {
  char text[TEXT];
  read_text(path, text);
  return strtoul(text, NULL, 10);
}

static void end(struct hk_power *power, const char *what) {
  hk_power_close(power);
  CHECK(words_are(BEFORE));
  printf("ok %s\n", what);
  fflush(stdout);
}

static void clocks_and_voltage(void) {
  struct hk_power *power = opened(&chip);
  CHECK(backend_of(power, 0) == HK_POWER_MMIO);
  CHECK(backend_of(power, 3) == HK_POWER_MMIO);
  CHECK(words_are("abcd0004 ffffff09 0 0 1209 0 0 0")); /* the highest points */
  CHECK(hk_power_point(power, 3, 0) == 1);
  CHECK(words_are("abcd0004 ffffff02 0 0 1204 0 0 0"));
  CHECK(hk_power_request(power, 1, 300000) == 1);
  CHECK(words_are("abcd0005 ffffff02 0 0 1205 0 0 0"));
  CHECK(hk_power_request(power, 1, 100000) == 1);
  CHECK(words_are("abcd0002 ffffff02 0 0 1202 0 0 0"));
  CHECK(hk_power_now(power, 0) == 200000 && hk_power_now(power, 2) == 300000);
  CHECK(hk_power_point(power, 2, 1) == 1); /* for both */
  CHECK(words_are("abcd0002 ffffff09 0 0 1209 0 0 0"));
  CHECK(nothing_was_said());
  end(power, "clocks and the voltage that they share");
}

static struct hk_power *shared;

static void *change_often(void *argument) {
  unsigned cpu = *(const unsigned *)argument, state = cpu + 1;
  for (unsigned i = 0; i < 1000; i++)
    CHECK(hk_power_point(shared, cpu, next_random(&state) % 3) >= 0);
  return NULL;
}

/* The module looks from another processor. */
static void never_too_low(void) {
  pthread_t other;
  put(FAKE "too_low", "0");
  unsigned long looks = number(FAKE "looks");
  shared = opened(&chip);
  CHECK(pthread_create(&other, NULL, change_often, (void *)&cpus[0]) == 0);
  change_often((void *)&other_cpus[0]);
  CHECK(pthread_join(other, NULL) == 0);
  CHECK(number(FAKE "too_low") == 0 && nothing_was_said());
  CHECK(number(FAKE "looks") - looks > 1000);
  end(shared, "the voltage is enough in each moment of 2000 changes");
}

/* What the module does to the register comes some time after the write. */
static void a_register_that_is_stuck(void) {
  const struct hk_power_register slow[] = {{FIRST, 0xff, levels, 50000, 0},
                                           registers[1]};
  struct hk_power_domain domain = domains[0];
  const struct hk_power_chip one = {"chip", &domain, 1, NULL, 0};
  domain.registers = slow;
  struct hk_power *power = opened(&one);
  CHECK(backend_of(power, 0) == HK_POWER_MMIO);
  put(FAKE "stuck", "1");
  CHECK(hk_power_point(power, 0, 0) == 0);
  CHECK(was_said("first: register 0x0 holds 0x4 after 0x2 was written"));
  CHECK(was_said("first: no cpufreq policy here"));
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  put(FAKE "stuck", "0");
  end(power, "a register that does not hold what is written");
}

static void beyond_the_page(void) {
  char text[TEXT], words[TEXT];
  read_text(FAKE "begin", text);
  unsigned bytes = 4096 - (unsigned)strtoul(text, NULL, 10);
  const struct hk_power_register far[] = {{bytes, 0xff, levels, 0, 0}};
  struct hk_power_domain domain = domains[0];
  const struct hk_power_chip one = {"chip", &domain, 1, NULL, 0};
  domain.registers = far;
  domain.register_count = 1;
  struct hk_power *power = opened(&one);
  snprintf(words, sizeof words, "maps %u bytes, no register at 0x%x", bytes,
           bytes);
  CHECK(was_said(words));
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  end(power, "a register beyond the page");
}

static void without_rights(void) {
  struct hk_power *power = opened(&chip);
  CHECK(was_said("first: /dev/uio0: Permission denied"));
  CHECK(was_said("second: /dev/uio0: Permission denied"));
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  CHECK(hk_power_point(power, 0, 0) == 0);
  end(power, "without rights nothing is changed");
}

/* The kernel, which has clocks for these cores too, is kept off them. */
static void beside_cpufreq(void) {
  static const char governor[] =
      "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor";
  struct hk_power *power = opened(&chip);
  CHECK(backend_of(power, 0) == HK_POWER_MMIO && nothing_was_said());
  CHECK(holds(governor, "userspace"));
  CHECK(hk_power_point(power, 0, 0) == 1);
  CHECK(words_are("abcd0002 ffffff09 0 0 1209 0 0 0"));
  hk_power_close(power);
  CHECK(holds(governor, "schedutil") && words_are(BEFORE));
  puts("ok the kernel's own clocks are kept still meanwhile");
}

static void hold(void) {
  struct hk_power *power = opened(&chip);
  CHECK(hk_power_point(power, 0, 0) == 1 && hk_power_point(power, 2, 0) == 1);
  CHECK(words_are("abcd0002 ffffff02 0 0 1202 0 0 0"));
  printf("slow %d\n", (int)getpid());
  fflush(stdout);
  for (;;)
    pause();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "all";
  CHECK(words_are(BEFORE));
  if (strcmp(what, "none") == 0) {
    without_rights();
  } else if (strcmp(what, "cpufreq") == 0) {
    beside_cpufreq();
  } else if (strcmp(what, "hold") == 0) {
    hold();
  } else {
    clocks_and_voltage();
    never_too_low();
    a_register_that_is_stuck();
    beyond_the_page();
  }
  return 0;
}
