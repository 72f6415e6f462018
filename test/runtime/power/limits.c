/* SPDX-License-Identifier: Apache-2.0
 *
 * Frequencies by scaling_min_freq and scaling_max_freq on a fake machine with
 * intel_pstate's files: no list of frequencies, no userspace governor. Its
 * kernel has limits in force some time after they were written; or, an older
 * one, at once, and refuses a minimum above the maximum.  limits [KILLS]
 */
#include "fake_cpufreq.h"

static void begin(void) {
  make_machine();
  add_policy("policy0", "0", NULL);
  put_policy("policy0", "scaling_driver", "intel_pstate");
  put_policy("policy0", "scaling_governor", "powersave");
  put_policy("policy0", "scaling_available_governors", "performance powersave");
}

static bool limits_are(const char *khz) {
  return policy_is("policy0", "scaling_min_freq", khz) &&
         policy_is("policy0", "scaling_max_freq", khz);
}

static void end(struct hk_power *power) {
  hk_power_close(power);
  settle_limits("policy0");
  CHECK(policy_is("policy0", "scaling_governor", "powersave"));
  CHECK(policy_is("policy0", "scaling_min_freq", "200000"));
  CHECK(policy_is("policy0", "scaling_max_freq", "1400000"));
  CHECK(fake_journals(&machine_tree) == 0);
  fake_remove(&machine_tree);
}

/* Never a minimum above the maximum: an older kernel would refuse it. */
static void up_and_down(bool isOld) {
  begin();
  power_is_old = isOld;
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS && limits_are("1400000"));
  static const unsigned khz[] = {200000, 1400000, 700001,
                                 700000, 1399999, 200000};
  for (unsigned i = 0; i < 6; i++) {
    char text[16];
    snprintf(text, sizeof text, "%u", khz[i]);
    CHECK(hk_power_request(power, 0, khz[i]) == 1 && limits_are(text));
    CHECK(hk_power_now(power, 0) == (long)khz[i]);
  }
  struct hk_power_counts counts;
  hk_power_count(power, &counts);
  CHECK(counts.refused == 0 && counts.clamped == 0 && power_messages == 1);
  CHECK(power_refused == 0);
  end(power);
}

/* Only what differs is written, and nothing where nothing does. */
static void writes_little(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(power_writes == 1); /* the maximum was there already */
  CHECK(hk_power_request(power, 0, 500000) == 1 && power_writes == 3);
  CHECK(hk_power_request(power, 0, 500000) == 0 && power_writes == 3);
  end(power);
}

/* What is read back is older than what was written. */
static void in_force_later(void) {
  for (unsigned lag = 1; lag < 20; lag += 3) {
    begin();
    power_lag = lag;
    struct hk_power *power = open_power(NULL, NULL);
    for (unsigned i = 0; i < 9; i++)
      CHECK(hk_power_request(power, 0, i % 2 ? 300000 : 900000) == 1);
    settle_limits("policy0");
    CHECK(limits_are("900000"));
    CHECK(hk_power_request(power, 0, 300000) == 1);
    CHECK(power_messages == 1 || lag > 5); /* for so long none is waited */
    end(power);
  }
}

/* Somebody else narrows the limits, so that the usual order is refused. */
static void others_move_the_limits(bool isOld) {
  begin();
  power_is_old = isOld;
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(hk_power_request(power, 0, 600000) == 1);
  put_policy("policy0", "scaling_min_freq", "300000");
  put_policy("policy0", "scaling_max_freq", "400000");
  CHECK(hk_power_request(power, 0, 500000) == 1 && limits_are("500000"));
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS && power_messages == 1);
  end(power);
}

/* Firmware has less than the spec says. */
static void clamped(void) {
  begin();
  static const unsigned cpus[] = {0};
  static const struct hk_power_point points[] = {{200000, 0}, {2000000, 0}};
  const struct hk_power_domain domain = {.name = "all",
                                         .cpus = cpus,
                                         .cpu_count = 1,
                                         .points = points,
                                         .point_count = 2,
                                         .backend = HK_POWER_LIMITS};
  const struct hk_power_chip chip = {"chip", &domain, 1, NULL, 0};
  struct hk_power *power = open_power(&chip, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
  CHECK(policy_is("policy0", "scaling_max_freq", "1400000"));
  for (unsigned i = 0; i < 10; i++)
    CHECK(hk_power_point(power, 0, i % 2) == 1);
  CHECK(was_said("asked for 2000000 kHz, got 1400000 kHz"));
  CHECK(power_messages == 1);
  end(power);
}

static void refused(void) {
  static const int errors[] = {-EACCES, -EINVAL, -ENODEV};
  for (unsigned i = 0; i < 3; i++) {
    begin();
    struct hk_power *power = open_power(NULL, NULL);
    power_fault =
        (struct power_fault){.path = "scaling_min_freq", .error = errors[i]};
    CHECK(hk_power_request(power, 0, 600000) == 0);
    power_fault.path = NULL;
    CHECK(backend_of(power, 0) == HK_POWER_NONE);
    CHECK(was_said("policy0: limits of policy0: "));
    CHECK(was_said(strerror(-errors[i])));
    end(power);
  }
}

static void all_cores_offline(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  power_fault =
      (struct power_fault){.path = "scaling_min_freq", .error = -EBUSY};
  CHECK(hk_power_request(power, 0, 600000) == 0);
  power_fault.path = NULL;
  CHECK(was_said("policy0: cannot be set while all its cores are offline"));
  CHECK(hk_power_request(power, 0, 700000) == 1 && limits_are("700000"));
  end(power);
}

/* An ordinary user. */
static void cannot_be_opened(void) {
  begin();
  power_fault = (struct power_fault){
      .path = "scaling_max_freq", .error = -EACCES, .is_open = true};
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_NONE && power_writes == 0);
  CHECK(was_said("policy0/scaling_max_freq: Permission denied"));
  end(power);
}

static void short_write(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  power_fault =
      (struct power_fault){.path = "scaling_min_freq", .is_short = true};
  CHECK(hk_power_request(power, 0, 600000) == 0);
  power_fault.path = NULL;
  CHECK(was_said("Input/output error"));
  end(power);
}

/* A child has the handle, and nothing to say. */
static struct hk_power *of_the_parent;

static void ask_and_close(void) {
  CHECK(hk_power_request(of_the_parent, 0, 900000) == 0);
  hk_power_close(of_the_parent);
}

static void forked_children_change_nothing(void) {
  begin();
  of_the_parent = open_power(NULL, NULL);
  CHECK(hk_power_request(of_the_parent, 0, 600000) == 1);
  CHECK(in_child(ask_and_close) == 0 && limits_are("600000"));
  CHECK(hk_power_request(of_the_parent, 0, 700000) == 1);
  CHECK(limits_are("700000"));
  end(of_the_parent);
}

static void slow_down(struct hk_power *power) {
  CHECK(hk_power_point(power, 0, 0) == 1);
}

/* kill -9: the minimum was above what the maximum is now. With a lag the
 * watchdog reads what the program has found, not what it has left. */
static void killed(unsigned lag) {
  begin();
  put_policy("policy0", "scaling_min_freq", "300000");
  power_lag = power_pending = lag;
  kill_after(slow_down);
  settle_limits("policy0");
  CHECK(policy_is("policy0", "scaling_min_freq", "300000"));
  CHECK(policy_is("policy0", "scaling_max_freq", "1400000"));
  fake_remove(&machine_tree);
}

int main(int argc, char **argv) {
  unsigned kills = argument(argc, argv, 100);
  up_and_down(false);
  up_and_down(true);
  writes_little();
  in_force_later();
  others_move_the_limits(false);
  others_move_the_limits(true);
  clamped();
  refused();
  all_cores_offline();
  cannot_be_opened();
  short_write();
  forked_children_change_nothing();
  for (unsigned i = 0; i < kills; i++)
    killed(i % 20);
  return 0;
}
