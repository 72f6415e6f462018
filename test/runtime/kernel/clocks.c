/* SPDX-License-Identifier: Apache-2.0
 *
 * In the guest: frequencies through the kernel's cpufreq, on the clocks of
 * fake_clocks.ko, which shows what they were really set to.
 *   clocks            all of it, as root
 *   clocks range      the same driver without a table of frequencies
 *   clocks none       without rights: nothing is changed
 *   clocks hold HOW   slows the clocks down, prints "slow PID", and stays until
 *                     it is killed; HOW names a back end
 *   clocks leave HOW  slows them down and ends without hk_power_close
 */
#include "guest.h"

#define POLICY "/sys/devices/system/cpu/cpufreq/policy"
#define FAKE "/sys/module/fake_clocks/parameters/"

static struct hk_power *opened(enum hk_power_backend backend) {
  struct hk_power_options options = {.backend = backend, .report = report};
  struct hk_power *power;
  forget_said();
  CHECK(hk_power_open(NULL, &options, &power) == 0);
  return power;
}

/* kHz that the core's clock is at. */
static unsigned clock_of(unsigned cpu) {
  char text[TEXT], *at = text;
  read_text(FAKE "khz", text);
  for (unsigned i = 0; i < cpu; i++) {
    at = strchr(at, ',');
    CHECK(at);
    at++;
  }
  return (unsigned)strtoul(at, NULL, 10);
}

/* Limits are in force in a moment. */
static bool gets_to(unsigned cpu, unsigned khz) {
  for (unsigned i = 0; i < 5000 && clock_of(cpu) != khz; i++)
    usleep(1000);
  if (clock_of(cpu) != khz)
    fprintf(stderr, "cpu%u is at %u kHz, not %u\n", cpu, clock_of(cpu), khz);
  return clock_of(cpu) == khz;
}

static unsigned long changes(void) {
  char text[TEXT];
  read_text(FAKE "changes", text);
  return strtoul(text, NULL, 10);
}

static bool is_as_before(void) {
  return holds(POLICY "0/scaling_governor", "schedutil") &&
         holds(POLICY "2/scaling_governor", "schedutil") &&
         holds(POLICY "0/scaling_min_freq", "200000") &&
         holds(POLICY "0/scaling_max_freq", "1400000") &&
         holds(POLICY "2/scaling_min_freq", "400000") &&
         holds(POLICY "2/scaling_max_freq", "2000000");
}

static void end(struct hk_power *power, const char *what) {
  hk_power_close(power);
  CHECK(is_as_before());
  printf("ok %s\n", what);
  fflush(stdout);
}

static void clocks_of_the_kernel(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  struct hk_power_clock first, second, last;
  CHECK(hk_power_describe(power, 0, &first) == 0);
  CHECK(hk_power_describe(power, 1, &second) == 0);
  CHECK(hk_power_describe(power, 3, &last) == 0);
  CHECK(first.backend == HK_POWER_CPUFREQ && last.backend == HK_POWER_CPUFREQ);
  CHECK(first.number == second.number && first.number != last.number);
  CHECK(first.point_count == 4 && first.points[1].khz == 600000);
  CHECK(last.point_count == 4 && last.points[1].khz == 800000);
  CHECK(first.transition_ns == 40000 && last.transition_ns == 140000);
  CHECK(holds(POLICY "0/scaling_governor", "userspace"));
  CHECK(clock_of(1) == 1400000 && clock_of(2) == 2000000); /* at first */
  CHECK(hk_power_now(power, 1) == 1400000 && nothing_was_said());
  end(power, "the kernel's clocks, at their highest points");
}

static bool has_set(enum hk_power_backend backend, unsigned cpu, unsigned khz) {
  return backend == HK_POWER_LIMITS ? gets_to(cpu, khz) : clock_of(cpu) == khz;
}

static void highest_of_those_that_share(enum hk_power_backend by,
                                        const char *what) {
  struct hk_power *power = opened(by);
  CHECK(backend_of(power, 0) == by);
  CHECK(hk_power_request(power, 0, 500000) == 1 && has_set(by, 0, 600000));
  CHECK(hk_power_request(power, 1, 700000) == 1 && has_set(by, 0, 1000000));
  unsigned long before = changes();
  CHECK(hk_power_request(power, 0, 200000) == 0);
  CHECK(hk_power_request(power, 1, 900000) == 0 && changes() == before);
  CHECK(hk_power_request(power, 1, 1) == 1 && has_set(by, 1, 200000));
  CHECK(hk_power_point(power, 3, 2) == 1 && has_set(by, 2, 1600000));
  CHECK(hk_power_point(power, 3, 0) == 1 && has_set(by, 3, 400000));
  CHECK(hk_power_now(power, 0) == 200000 && hk_power_now(power, 2) == 400000);
  CHECK(clock_of(0) == 200000);
  for (unsigned i = 0; i < 1000; i++) {
    CHECK(hk_power_point(power, 0, i % 4) >= 0);
    CHECK(has_set(by, 1, 200000 + i % 4 * 400000));
  }
  for (unsigned i = 0; i < 999; i++) /* faster than they come in force */
    CHECK(hk_power_point(power, 0, i % 4) == 1);
  CHECK(has_set(by, 1, 1000000) && nothing_was_said());
  end(power, what);
}

static void others_limit(void) {
  struct hk_power *power = opened(HK_POWER_CPUFREQ);
  CHECK(hk_power_point(power, 0, 0) == 1);
  put(POLICY "0/scaling_max_freq", "1000000");
  CHECK(hk_power_point(power, 0, 3) == 1 && clock_of(0) == 1000000);
  for (unsigned i = 0; i < 600; i++)
    hk_power_point(power, 0, 3 * (i % 2));
  CHECK(was_said("policy0: asked for 1400000 kHz, got 1000000 kHz"));
  struct hk_power_counts counts;
  hk_power_count(power, &counts);
  CHECK(messages == 1 && counts.clamped > 1 && counts.replaced == 0);
  hk_power_close(power);
  CHECK(holds(POLICY "0/scaling_max_freq", "1000000")); /* it is theirs */
  put(POLICY "0/scaling_max_freq", "1400000");
  CHECK(is_as_before());
  puts("ok what others limit is found, and told once");
}

static void another_governor(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  CHECK(hk_power_request(power, 0, 600000) == 1);
  put(POLICY "0/scaling_governor", "performance");
  CHECK(hk_power_request(power, 0, 1000000) == 1);
  CHECK(was_said("something else has set the governor 'performance'"));
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS && gets_to(0, 1000000));
  CHECK(backend_of(power, 2) == HK_POWER_CPUFREQ);
  CHECK(hk_power_request(power, 0, 600000) == 1 && gets_to(0, 600000));
  CHECK(hk_power_request(power, 0, 1400000) == 1 && gets_to(0, 1400000));
  CHECK(messages == 1);
  hk_power_close(power);
  CHECK(holds(POLICY "0/scaling_governor", "performance"));
  put(POLICY "0/scaling_governor", "schedutil");
  CHECK(is_as_before());
  puts("ok another governor, set while the program runs, stays");
}

/* Nobody hears of it but who reads back: the kernel takes the write. */
static void hardware_that_fails(void) {
  struct hk_power *power = opened(HK_POWER_CPUFREQ);
  put(FAKE "fails", "1");
  CHECK(hk_power_point(power, 0, 0) == 1 && clock_of(0) == 1400000);
  CHECK(was_said("policy0: asked for 200000 kHz, got 1400000 kHz"));
  put(FAKE "fails", "0");
  end(power, "hardware that fails");
}

static void a_policy_offline(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  CHECK(hk_power_point(power, 2, 1) == 1 && clock_of(2) == 800000);
  put("/sys/devices/system/cpu/cpu2/online", "0");
  CHECK(hk_power_point(power, 3, 2) == 1 && clock_of(3) == 1600000);
  put("/sys/devices/system/cpu/cpu3/online", "0");
  CHECK(hk_power_point(power, 3, 3) == 0);
  put("/sys/devices/system/cpu/cpu3/online", "1");
  put("/sys/devices/system/cpu/cpu2/online", "1");
  CHECK(was_said("policy2: cannot be set while all its cores are offline"));
  CHECK(hk_power_point(power, 3, 0) == 1 && clock_of(3) == 800000);
  CHECK(messages == 1);
  end(power, "all cores of a clock offline, and back");
}

static void children(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  CHECK(hk_power_point(power, 0, 1) == 1);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(hk_power_point(power, 0, 3) == 0);
    hk_power_close(power);
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(clock_of(0) == 600000);
  CHECK(holds(POLICY "0/scaling_governor", "userspace"));
  end(power, "a forked child changes nothing");
}

static void userspace_already(void) {
  put(POLICY "0/scaling_governor", "userspace");
  put(POLICY "0/scaling_setspeed", "600000");
  struct hk_power *power = opened(HK_POWER_AUTO);
  CHECK(clock_of(0) == 1400000);
  hk_power_close(power);
  CHECK(holds(POLICY "0/scaling_governor", "userspace"));
  CHECK(holds(POLICY "0/scaling_setspeed", "600000") && clock_of(0) == 600000);
  put(POLICY "0/scaling_governor", "schedutil");
  CHECK(is_as_before() && nothing_was_said());
  puts("ok the userspace governor before, with its frequency");
}

/* The last: the driver is gone then. */
static void the_driver_goes(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  CHECK(hk_power_point(power, 0, 0) == 1);
  CHECK(system("rmmod fake_clocks") == 0);
  CHECK(hk_power_point(power, 0, 1) == 0);
  CHECK(was_said("policy0/scaling_setspeed: No such device"));
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  unsigned before = messages;
  CHECK(hk_power_point(power, 0, 2) == 0 && messages == before);
  hk_power_close(power);
  puts("ok the driver goes away");
}

static void range(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  struct hk_power_clock clock;
  CHECK(hk_power_describe(power, 0, &clock) == 0);
  CHECK(clock.backend == HK_POWER_CPUFREQ && clock.point_count == 2);
  CHECK(clock.transition_ns == 0); /* nobody knows */
  CHECK(hk_power_request(power, 0, 777777) == 1 && clock_of(1) == 777777);
  CHECK(hk_power_request(power, 0, 1) == 1 && clock_of(1) == 200000);
  CHECK(nothing_was_said());
  hk_power_close(power);
  CHECK(holds(POLICY "0/scaling_governor", "schedutil"));
  puts("ok any frequency in a range");
}

/* As with intel_pstate: there is no governor but the driver's own. */
static void limits_only(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  CHECK(was_said("policy0: no governor 'userspace' here, only 'performance "
                 "powersave'"));
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS && gets_to(0, 1400000));
  CHECK(hk_power_request(power, 1, 777777) == 1 && gets_to(0, 777777));
  CHECK(hk_power_request(power, 1, 999999) == 1 && gets_to(0, 999999));
  CHECK(hk_power_request(power, 1, 300000) == 1 && gets_to(0, 300000));
  CHECK(messages == 2); /* one for each clock */
  hk_power_close(power);
  CHECK(holds(POLICY "0/scaling_min_freq", "200000"));
  CHECK(holds(POLICY "0/scaling_max_freq", "1400000"));
  CHECK(holds(POLICY "0/scaling_governor", "powersave"));
  puts("ok a driver that has limits only");
}

static void without_rights(void) {
  struct hk_power *power = opened(HK_POWER_AUTO);
  unsigned long before = changes();
  CHECK(was_said("policy0: " POLICY "0/scaling_governor: Permission denied"));
  CHECK(was_said("policy0: " POLICY "0/scaling_min_freq: Permission denied"));
  CHECK(messages == 4 && backend_of(power, 0) == HK_POWER_NONE);
  CHECK(hk_power_point(power, 0, 0) == 0 && messages == 4);
  CHECK(changes() == before);
  hk_power_close(power);
  puts("ok without rights nothing is changed, and each file is named once");
}

static void slow_down(const char *how) {
  enum hk_power_backend backend;
  CHECK(hk_power_named(how, &backend) == 0);
  struct hk_power *power = opened(backend);
  CHECK(backend_of(power, 0) == backend && backend_of(power, 2) == backend);
  CHECK(hk_power_point(power, 0, 0) == 1 && hk_power_point(power, 2, 0) == 1);
  CHECK(gets_to(0, 200000) && gets_to(3, 400000));
}

static void all(void) {
  clocks_of_the_kernel();
  highest_of_those_that_share(HK_POWER_CPUFREQ,
                              "the highest of the requests, by cpufreq");
  highest_of_those_that_share(HK_POWER_LIMITS,
                              "the highest of the requests, by limits");
  others_limit();
  another_governor();
  hardware_that_fails();
  a_policy_offline();
  children();
  userspace_already();
  the_driver_goes();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "all";
  const char *how = argc > 2 ? argv[2] : "auto";
  if (strcmp(what, "all") == 0)
    all();
  else if (strcmp(what, "range") == 0)
    range();
  else if (strcmp(what, "limits") == 0)
    limits_only();
  else if (strcmp(what, "none") == 0)
    without_rights();
  else
    slow_down(how);
  if (strcmp(what, "hold") == 0) {
    printf("slow %d\n", (int)getpid());
    fflush(stdout);
    for (;;)
      pause();
  }
  if (strcmp(what, "leave") == 0)
    _exit(0);
  return 0;
}
