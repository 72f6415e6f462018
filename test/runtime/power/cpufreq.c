/* SPDX-License-Identifier: Apache-2.0
 *
 * Frequencies through cpufreq's userspace governor on a fake machine: what is
 * written and put back, and each way in which the kernel or others can get in
 * the way.  cpufreq [KILLS]
 */
#include "fake_cpufreq.h"

#define LOW "200000 600000 1000000 1400000"

static void begin(void) {
  make_machine();
  add_policy("policy0", "0 1 2 3", LOW);
  add_policy("policy4", "4 5", "1400000 800000 200000");
}

static void end(struct hk_power *power) {
  hk_power_close(power);
  CHECK(fake_journals(&machine_tree) == 0);
  fake_remove(&machine_tree);
}

static bool is_as_before(const char *policy) {
  return policy_is(policy, "scaling_governor", "schedutil") &&
         policy_is(policy, "scaling_min_freq", "200000") &&
         policy_is(policy, "scaling_max_freq", "1400000");
}

static struct hk_power_counts counts_of(const struct hk_power *power) {
  struct hk_power_counts counts;
  hk_power_count(power, &counts);
  return counts;
}

static void machine_without_a_spec(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_CPUFREQ);
  CHECK(policy_is("policy0", "scaling_governor", "userspace"));
  CHECK(policy_is("policy0", "scaling_cur_freq", "1400000"));
  struct hk_power_clock clock;
  CHECK(hk_power_describe(power, 5, &clock) == 0 && clock.point_count == 3);
  CHECK(clock.points[1].khz == 800000 && clock.transition_ns == 40000);
  CHECK(hk_power_request(power, 1, 500000) == 1);
  CHECK(hk_power_now(power, 0) == 600000 && hk_power_now(power, 4) == 1400000);
  CHECK(hk_power_point(power, 3, 2) == 1 && hk_power_now(power, 1) == 1000000);
  CHECK(hk_power_point(power, 4, 0) == 1 && hk_power_now(power, 5) == 200000);
  CHECK(hk_power_request(power, 6, 1) == -ENODEV);
  CHECK(power_messages == 0 && counts_of(power).changes == 5);
  hk_power_close(power);
  CHECK(is_as_before("policy0") && is_as_before("policy4"));
  CHECK(fake_journals(&machine_tree) == 0);
  fake_remove(&machine_tree);
}

static void requests_that_change_nothing_make_no_call(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(hk_power_request(power, 0, 1000000) == 1);
  unsigned writes = power_writes;
  CHECK(hk_power_request(power, 0, 1000000) == 0);
  CHECK(hk_power_request(power, 0, 900000) == 0); /* the same point */
  CHECK(hk_power_request(power, 1, 200000) == 0); /* less than 0 asks for */
  CHECK(hk_power_release(power, 1) == 0);
  CHECK(power_writes == writes);
  end(power);
}

static void clocks_of_others_are_left_alone(void) {
  begin();
  unsigned used[] = {4, 5};
  struct hk_power_options options = {.cpus = used, .cpu_count = 2};
  struct hk_power *power = open_power(NULL, &options);
  CHECK(policy_is("policy0", "scaling_governor", "schedutil"));
  CHECK(policy_is("policy4", "scaling_governor", "userspace"));
  CHECK(hk_power_request(power, 0, 1) == -ENODEV);
  end(power);
}

static const struct hk_power_point points[] = {{600000, 1}, {1400000, 2}};
static const unsigned all[] = {0, 1, 2, 3, 4, 5};

/* A domain of the spec gives its points to the policies of the machine. */
static void machine_with_a_spec(void) {
  begin();
  const struct hk_power_domain domain = {.name = "all",
                                         .cpus = all,
                                         .cpu_count = 6,
                                         .points = points,
                                         .point_count = 2,
                                         .transition_ns = 7};
  const struct hk_power_chip chip = {"chip", &domain, 1, NULL, 0};
  struct hk_power *power = open_power(&chip, NULL);
  struct hk_power_clock clock, other;
  CHECK(hk_power_describe(power, 3, &clock) == 0);
  CHECK(hk_power_describe(power, 4, &other) == 0);
  CHECK(clock.points == points && clock.transition_ns == 7);
  CHECK(clock.number != other.number); /* the machine knows better */
  CHECK(hk_power_point(power, 0, 0) == 1);
  CHECK(policy_is("policy0", "scaling_cur_freq", "600000"));
  CHECK(policy_is("policy4", "scaling_cur_freq", "1400000"));
  /* This clock has no 600 MHz: found once, said once. */
  CHECK(hk_power_point(power, 4, 0) == 1);
  CHECK(policy_is("policy4", "scaling_cur_freq", "800000"));
  CHECK(was_said("policy4: asked for 600000 kHz, got 800000 kHz\n"));
  CHECK(hk_power_point(power, 4, 1) == 1 && hk_power_point(power, 4, 0) == 1);
  CHECK(power_messages == 1 && counts_of(power).clamped == 1);
  end(power);
}

static void frequencies_that_nobody_lists(void) {
  make_machine();
  add_policy("policy0", "0", NULL);
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_CPUFREQ);
  CHECK(hk_power_request(power, 0, 777777) == 1);
  CHECK(hk_power_now(power, 0) == 777777);
  CHECK(hk_power_request(power, 0, 12345) == 1);
  CHECK(hk_power_now(power, 0) == 200000);
  CHECK(hk_power_request(power, 0, 99999999) == 1);
  CHECK(hk_power_now(power, 0) == 1400000);
  CHECK(power_messages == 0); /* the bounds are known */
  end(power);
}

static void policies_that_cannot_be_described_have_no_clock(void) {
  make_machine();
  put_policy("policy0", "related_cpus", "0 1");
  put_policy("policy1x", "related_cpus", "2");
  put_policy("policy2", "related_cpus", "nonsense");
  add_policy("policy9", "9", "0");
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(hk_power_request(power, 0, 1) == -ENODEV);
  CHECK(hk_power_request(power, 2, 1) == -ENODEV);
  CHECK(hk_power_request(power, 9, 1) == -ENODEV);
  end(power);
}

static void the_userspace_governor_was_on_already(void) {
  make_machine();
  add_policy("policy0", "0", LOW);
  put_policy("policy0", "scaling_governor", "userspace");
  put_policy("policy0", "scaling_setspeed", "600000");
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(hk_power_now(power, 0) == 1400000);
  hk_power_close(power);
  CHECK(policy_is("policy0", "scaling_governor", "userspace"));
  CHECK(policy_is("policy0", "scaling_setspeed", "600000"));
  fake_remove(&machine_tree);
}

static void no_userspace_governor(void) {
  begin();
  put_policy("policy0", "scaling_available_governors", "performance powersave");
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
  CHECK(backend_of(power, 4) == HK_POWER_CPUFREQ);
  CHECK(was_said("policy0: no governor 'userspace' here, only 'performance "
                 "powersave'"));
  CHECK(policy_is("policy0", "scaling_governor", "schedutil"));
  end(power);
}

/* Who may write nothing goes without; each file is named once. */
static void no_permission(void) {
  begin();
  power_fault = (struct power_fault){
      .path = "_governor", .error = -EACCES, .is_open = true};
  struct hk_power_options options = {.backend = HK_POWER_CPUFREQ};
  struct hk_power *power = open_power(NULL, &options);
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  CHECK(was_said("policy0: " CPUFREQ
                 "policy0/scaling_governor: Permission denied"));
  CHECK(hk_power_request(power, 0, 200000) == 0);
  CHECK(hk_power_now(power, 0) == -ENOTSUP && power_messages == 2);
  CHECK(is_as_before("policy0") && is_as_before("policy4"));
  end(power);
}

static void setspeed_cannot_be_opened(void) {
  begin();
  power_fault = (struct power_fault){
      .path = "0/scaling_setspeed", .error = -EACCES, .is_open = true};
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
  CHECK(policy_is("policy0", "scaling_governor", "schedutil"));
  CHECK(was_said("policy0/scaling_setspeed: Permission denied"));
  end(power);
}

static void busy_and_invalid_governors(void) {
  static const int errors[] = {-EBUSY, -EINVAL, -EIO, -ENODEV};
  for (unsigned i = 0; i < 4; i++) {
    begin();
    power_fault =
        (struct power_fault){.path = "0/scaling_governor", .error = errors[i]};
    struct hk_power *power = open_power(NULL, NULL);
    CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
    CHECK(was_said(strerror(-errors[i])));
    power_fault.path = NULL;
    CHECK(hk_power_request(power, 0, 600000) == 1);
    CHECK(policy_is("policy0", "scaling_max_freq", "600000"));
    hk_power_close(power);
    CHECK(is_as_before("policy0"));
    fake_remove(&machine_tree);
  }
}

/* Somebody sets another governor while the program runs: the clock goes on by
 * its limits, the governor is theirs, also at the end. */
static void the_governor_is_changed_under_us(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(hk_power_request(power, 0, 600000) == 1);
  put_policy("policy0", "scaling_governor", "performance");
  put_policy("policy0", "scaling_setspeed", "<unsupported>");
  CHECK(hk_power_request(power, 0, 1000000) == 1);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
  CHECK(was_said("something else has set the governor 'performance'"));
  CHECK(policy_is("policy0", "scaling_min_freq", "1000000"));
  CHECK(hk_power_request(power, 0, 600000) == 1);
  CHECK(power_messages == 1);
  struct hk_power_counts counts = counts_of(power);
  CHECK(counts.refused == 1 && counts.replaced == 1);
  hk_power_close(power);
  CHECK(policy_is("policy0", "scaling_governor", "performance"));
  CHECK(policy_is("policy0", "scaling_min_freq", "200000"));
  CHECK(policy_is("policy0", "scaling_max_freq", "1400000"));
  CHECK(is_as_before("policy4"));
  fake_remove(&machine_tree);
}

/* The same between the write and the look back at it. */
static void change_governor(void) {
  power_fault.path = NULL;
  put_policy("policy0", "scaling_governor", "performance");
  put_policy("policy0", "scaling_setspeed", "<unsupported>");
}

static void the_governor_is_changed_between_write_and_read(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  power_fault = (struct power_fault){.path = "0/scaling_setspeed",
                                     .then = change_governor};
  CHECK(hk_power_request(power, 0, 600000) == 1);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
  CHECK(was_said("something else has set the governor 'performance'"));
  end(power);
}

static void the_policy_goes_away(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  char command[400];
  snprintf(command, sizeof command, "rm -r %s" CPUFREQ "policy0",
           machine_tree.root);
  CHECK(system(command) == 0);
  power_fault =
      (struct power_fault){.path = "setspeed (deleted)", .error = -ENODEV};
  CHECK(hk_power_request(power, 0, 600000) == 0);
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  CHECK(was_said("policy0/scaling_setspeed: No such device"));
  CHECK(hk_power_request(power, 0, 200000) == 0);
  CHECK(hk_power_request(power, 4, 200000) == 1);
  end(power);
}

/* The kernel keeps the policy, but nothing of it can be read or written. */
static void all_cores_offline(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  power_fault =
      (struct power_fault){.path = "0/scaling_setspeed", .error = -EBUSY};
  CHECK(hk_power_point(power, 0, 1) == 0 && hk_power_point(power, 0, 2) == 0);
  CHECK(was_said("policy0: cannot be set while all its cores are offline"));
  power_fault.path = NULL;
  CHECK(hk_power_point(power, 1, 0) == 1); /* the highest of both is the same */
  CHECK(policy_is("policy0", "scaling_setspeed", "1000000"));
  CHECK(backend_of(power, 0) == HK_POWER_CPUFREQ && power_messages == 1);
  CHECK(counts_of(power).refused == 2 && counts_of(power).replaced == 0);
  end(power);
}

/* The kernel takes the write all the same. */
static void the_hardware_fails(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  power_hardware_fails = true;
  CHECK(hk_power_point(power, 0, 0) == 1);
  CHECK(was_said("policy0: asked for 200000 kHz, got 1400000 kHz"));
  power_hardware_fails = false;
  end(power);
}

static void a_write_takes_a_part(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  power_fault = (struct power_fault){
      .path = "0/scaling_setspeed", .error = -EIO, .is_short = true};
  CHECK(hk_power_request(power, 0, 600000) == 1);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS);
  CHECK(was_said("policy0/scaling_setspeed: Input/output error"));
  CHECK(policy_is("policy0", "scaling_max_freq", "600000"));
  CHECK(policy_is("policy0", "scaling_governor", "schedutil"));
  end(power);
}

/* A thermal limit: less than was asked for. */
static void a_limit_of_others_clamps(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  put_policy("policy0", "scaling_max_freq", "1000000");
  CHECK(hk_power_point(power, 0, 0) == 1);
  CHECK(hk_power_now(power, 0) == 200000 && power_messages == 0);
  for (unsigned i = 0; i < 600; i++) /* found in the end */
    hk_power_point(power, 0, 3 * (i % 2));
  CHECK(was_said("policy0: asked for 1400000 kHz, got 1000000 kHz"));
  CHECK(power_messages == 1 && counts_of(power).clamped > 1);
  CHECK(backend_of(power, 0) == HK_POWER_CPUFREQ);
  end(power);
}

/* The program closes descriptors that it does not know, and gets the number for
 * a file of its own: that is not written to. */
static void the_descriptor_is_taken(void) {
  begin();
  struct hk_power *power = open_power(NULL, NULL);
  char path[512];
  FILE *own = tmpfile();
  CHECK(own != NULL);
  for (int file = 3; file < 512; file++) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    if (strstr(path, "scaling_setspeed"))
      CHECK(dup2(fileno(own), file) == file);
  }
  CHECK(hk_power_request(power, 0, 600000) == 1);
  CHECK(hk_power_now(power, 0) == 600000);
  CHECK(backend_of(power, 0) == HK_POWER_CPUFREQ);
  hk_power_close(power);
  struct stat status;
  CHECK(fstat(fileno(own), &status) == 0 && status.st_size == 0);
  CHECK(is_as_before("policy0"));
  fclose(own);
  fake_remove(&machine_tree);
}

static void without_a_journal_nothing_is_changed(void) {
  begin();
  fake_put(&machine_tree, "/journals", "a file, no folder");
  struct hk_power *power = open_power(NULL, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  CHECK(was_said("no journal, so nothing is changed"));
  CHECK(is_as_before("policy0") && is_as_before("policy4"));
  hk_power_close(power);
  fake_remove(&machine_tree);
}

/* A domain of the spec that is to be set by registers, but has no device, gets
 * all policies of its cores as one clock. */
static void one_domain_on_two_policies(void) {
  begin();
  static const uint32_t values[] = {0, 1};
  const struct hk_power_register bits = {.mask = 1, .values = values};
  const struct hk_power_domain domain = {.name = "all",
                                         .cpus = all,
                                         .cpu_count = 6,
                                         .points = points,
                                         .point_count = 2,
                                         .uio = "clocks",
                                         .registers = &bits,
                                         .register_count = 1};
  const struct hk_power_chip chip = {"chip", &domain, 1, NULL, 0};
  struct hk_power *power = open_power(&chip, NULL);
  CHECK(backend_of(power, 0) == HK_POWER_CPUFREQ);
  CHECK(was_said("all: no UIO device 'clocks'"));
  CHECK(hk_power_point(power, 5, 0) == 1);
  CHECK(policy_is("policy0", "scaling_cur_freq", "600000"));
  CHECK(policy_is("policy4", "scaling_cur_freq", "800000"));
  hk_power_close(power);
  CHECK(is_as_before("policy0") && is_as_before("policy4"));
  fake_remove(&machine_tree);
}

static void slow_down(struct hk_power *power) {
  CHECK(hk_power_point(power, 0, 0) == 1 && hk_power_point(power, 4, 1) == 1);
  CHECK(policy_is("policy0", "scaling_setspeed", "200000"));
}

/* kill -9, with the userspace governor on before, and with another. */
static void killed(void) {
  begin();
  put_policy("policy4", "scaling_governor", "userspace");
  put_policy("policy4", "scaling_setspeed", "1400000");
  kill_after(slow_down);
  CHECK(is_as_before("policy0"));
  CHECK(policy_is("policy4", "scaling_governor", "userspace"));
  CHECK(policy_is("policy4", "scaling_cur_freq", "1400000"));
  fake_remove(&machine_tree);
}

int main(int argc, char **argv) {
  unsigned kills = argument(argc, argv, 100);
  machine_without_a_spec();
  requests_that_change_nothing_make_no_call();
  clocks_of_others_are_left_alone();
  machine_with_a_spec();
  frequencies_that_nobody_lists();
  policies_that_cannot_be_described_have_no_clock();
  the_userspace_governor_was_on_already();
  no_userspace_governor();
  no_permission();
  setspeed_cannot_be_opened();
  busy_and_invalid_governors();
  the_governor_is_changed_under_us();
  the_governor_is_changed_between_write_and_read();
  the_policy_goes_away();
  all_cores_offline();
  the_hardware_fails();
  a_write_takes_a_part();
  a_limit_of_others_clamps();
  the_descriptor_is_taken();
  without_a_journal_nothing_is_changed();
  one_domain_on_two_policies();
  for (unsigned i = 0; i < kills; i++)
    killed();
  return 0;
}
