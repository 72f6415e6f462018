/* SPDX-License-Identifier: Apache-2.0
 *
 * Idle states on a fake machine: read from cpuidle, kept from the kernel by
 * each of the three ways, put back; cores offline and back; and what gets in
 * the way.
 */
#include "fake_cpufreq.h"
#include "power/gating.h"
#include "power/port.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>

#define CPU "/sys/devices/system/cpu/cpu"
#define LIMIT "1/power/pm_qos_resume_latency_us"

static struct hk_flag flag; /* has been signalled */
static const uint64_t LIGHT = 100000, DEEP = 10000000;

static void put_state(unsigned cpu, unsigned state, const char *name,
                      const char *latency, const char *residency) {
  static const char *const files[] = {"name", "latency", "residency",
                                      "disable"};
  const char *texts[] = {name, latency, residency, "0"};
  for (unsigned i = 0; i < 4; i++) {
    char path[128];
    snprintf(path, sizeof path, CPU "%u/cpuidle/state%u/%s", cpu, state,
             files[i]);
    fake_put(&machine_tree, path, texts[i]);
  }
}

static void begin(void) {
  make_machine();
  fake_put(&machine_tree, "/sys/devices/system/cpu/possible", "0-1");
  fake_put(&machine_tree, "/sys/devices/system/cpu/online", "0-1");
  fake_put(&machine_tree, CPU "1/online", "1");
  for (unsigned cpu = 0; cpu < 2; cpu++) {
    put_state(cpu, 0, "POLL", "0", "0");
    put_state(cpu, 1, "WFI", "1", "1");
    put_state(cpu, 2, "core", "250", "900");
    put_state(cpu, 3, "cluster", "700", "2500");
  }
  fake_put(&machine_tree, CPU "0/power/pm_qos_resume_latency_us", "0");
  fake_put(&machine_tree, CPU LIMIT, "0");
  fake_thread(&machine_tree, (int)syscall(SYS_gettid), 1, "0-1");
  hk_signal(&flag, 1);
}

static struct hk_gates *opened(const struct hk_power_chip *chip,
                               unsigned long long offline_ns) {
  struct hk_gate_options options = {
      .sleep_ns = 20000, .offline_ns = offline_ns, .report = power_report};
  struct hk_gates *gates;
  CHECK(
      hki_gates_open(chip, &options,
                     hki_power_machine_new(power_files(), machine_tree.folder),
                     &gates) == 0);
  return gates;
}

static enum hk_wait_kind wait_for(struct hk_gates *gates, unsigned cpu,
                                  uint64_t expected_ns) {
  return hk_gate(gates, cpu, &flag, 1, expected_ns);
}

static void end(struct hk_gates *gates) {
  hk_gate_close(gates);
  CHECK(fake_journals(&machine_tree) == 0);
  CHECK(fake_is(&machine_tree, CPU "1/online", "1"));
  fake_remove(&machine_tree);
}

static bool limit_is(const char *text) {
  return fake_is(&machine_tree, CPU LIMIT, text);
}

static void states_of_the_machine(void) {
  begin();
  struct hk_gates *gates = opened(NULL, 0);
  const struct hk_idle_table *table = hk_gate_table(gates, 1);
  CHECK(table && table->state_count == 4 && !hk_gate_table(gates, 2));
  CHECK(strcmp(table->states[2].name, "core") == 0);
  CHECK(table->states[2].exit_ns == 250000);
  CHECK(table->states[3].break_even_ns == 2500000);
  CHECK(hk_choose_state(table, 1000000) == 2);
  end(gates);
}

static void by_the_limit_of_the_core(void) {
  begin();
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(wait_for(gates, 1, 0) == HK_WAIT_SPIN && power_writes == 0);
  CHECK(strcmp(hk_gate_means(gates, 1), "not tried") == 0);
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP);
  CHECK(strcmp(hk_gate_means(gates, 1), "resume latency") == 0);
  CHECK(limit_is("249")); /* all that is less than "core" has */
  CHECK(wait_for(gates, 1, 1000000) == HK_WAIT_SLEEP && limit_is("699"));
  unsigned writes = power_writes;
  CHECK(wait_for(gates, 1, 1100000) == HK_WAIT_SLEEP);
  CHECK(power_writes == writes); /* nothing new */
  CHECK(wait_for(gates, 1, DEEP) == HK_WAIT_SLEEP && limit_is("0"));
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP && limit_is("249"));
  CHECK(power_messages == 0);
  hk_gate_close(gates);
  CHECK(limit_is("0") && fake_journals(&machine_tree) == 0);
  fake_remove(&machine_tree);
}

/* Cores of a spec whose lightest state has a latency: none is allowed by n/a.
 */
static void no_state_at_all(void) {
  static const struct hk_idle_state states[] = {{"off", 0, 5000, 900000000, 0},
                                                {"x", 0, 0, 1000, 0}};
  static const unsigned cpus[] = {1};
  static const struct hk_idle_group group = {cpus, 1, states, 2};
  static const struct hk_power_point points[] = {{1000, 0}};
  static const struct hk_power_domain domain = {.name = "d",
                                                .cpus = cpus,
                                                .cpu_count = 1,
                                                .points = points,
                                                .point_count = 1};
  static const struct hk_power_chip chip = {"chip", &domain, 1, &group, 1};
  begin();
  fake_put(&machine_tree, CPU LIMIT, "n/a");
  struct hk_gates *gates = opened(&chip, 0);
  CHECK(hk_gate_table(gates, 1)->state_count == 2);
  CHECK(!hk_gate_table(gates, 0)); /* the chip has one core */
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP && limit_is("0"));
  hk_gate_close(gates);
  CHECK(limit_is("n/a"));
  fake_remove(&machine_tree);
}

/* A 32-bit number in the machine's bytes, the least of all cores. */
static int dma_latency(void) {
  char path[512];
  int number = -1;
  fake_path(&machine_tree, "/dev/cpu_dma_latency", path, sizeof path);
  FILE *file = fopen(path, "rb");
  CHECK(file && fread(&number, sizeof number, 1, file) == 1);
  fclose(file);
  return number;
}

static void by_the_limit_of_all_cores(void) {
  begin();
  fake_put(&machine_tree, "/dev/cpu_dma_latency", "1234567");
  power_fault = (struct power_fault){
      .path = "resume_latency_us", .error = -EACCES, .is_open = true};
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP);
  CHECK(strcmp(hk_gate_means(gates, 1), "cpu_dma_latency") == 0);
  CHECK(dma_latency() == 249);
  CHECK(wait_for(gates, 0, DEEP) == HK_WAIT_SLEEP && dma_latency() == 249);
  CHECK(wait_for(gates, 1, 1000000) == HK_WAIT_SLEEP && dma_latency() == 699);
  CHECK(wait_for(gates, 1, DEEP) == HK_WAIT_SLEEP);
  CHECK(dma_latency() == 2000000000);
  CHECK(limit_is("0") && power_messages == 0);
  end(gates);
}

/* Both cores sleep at once, for gaps of changing length. */
static struct hk_gates *shared;

static void *sleep_often(void *argument) {
  unsigned cpu = *(unsigned *)argument;
  for (unsigned i = 0; i < 300; i++)
    CHECK(wait_for(shared, cpu, i % 3 ? LIGHT : DEEP) == HK_WAIT_SLEEP);
  return NULL;
}

static void two_cores_at_once(void) {
  begin();
  fake_put(&machine_tree, "/dev/cpu_dma_latency", "1234567");
  power_fault = (struct power_fault){
      .path = "resume_latency_us", .error = -EACCES, .is_open = true};
  shared = opened(NULL, 0);
  pthread_t threads[2];
  unsigned cpus[] = {0, 1};
  for (unsigned i = 0; i < 2; i++) /* the fake files open for one thread */
    CHECK(wait_for(shared, cpus[i], LIGHT) == HK_WAIT_SLEEP);
  for (unsigned i = 0; i < 2; i++)
    CHECK(pthread_create(&threads[i], NULL, sleep_often, &cpus[i]) == 0);
  for (unsigned i = 0; i < 2; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(dma_latency() == 249);
  CHECK(wait_for(shared, 0, DEEP) == HK_WAIT_SLEEP && dma_latency() == 249);
  CHECK(wait_for(shared, 1, DEEP) == HK_WAIT_SLEEP);
  CHECK(dma_latency() == 2000000000 && power_messages == 0);
  end(shared);
}

static bool is_disabled(unsigned state, const char *text) {
  char path[128];
  snprintf(path, sizeof path, CPU "1/cpuidle/state%u/disable", state);
  return fake_is(&machine_tree, path, text);
}

static void by_disabling_states(void) {
  begin();
  fake_put(&machine_tree, CPU "1/cpuidle/state3/disable", "1"); /* not by us */
  fake_take(&machine_tree, CPU LIMIT);
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP);
  CHECK(strcmp(hk_gate_means(gates, 1), "disable") == 0);
  CHECK(is_disabled(0, "0") && is_disabled(1, "0") && is_disabled(2, "1"));
  CHECK(wait_for(gates, 1, DEEP) == HK_WAIT_SLEEP);
  CHECK(is_disabled(2, "0") && is_disabled(3, "1"));
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP && is_disabled(2, "1"));
  hk_gate_close(gates);
  CHECK(is_disabled(2, "0") && is_disabled(3, "1"));
  CHECK(fake_journals(&machine_tree) == 0);
  fake_remove(&machine_tree);
}

/* An ordinary user: sleeps all the same, and is told once. */
static void not_at_all(void) {
  begin();
  power_fault =
      (struct power_fault){.path = "", .error = -EACCES, .is_open = true};
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP);
  CHECK(wait_for(gates, 1, DEEP) == HK_WAIT_SLEEP);
  CHECK(strcmp(hk_gate_means(gates, 1), "nothing") == 0);
  CHECK(was_said("cpu1: idle states are left to the kernel alone "
                 "(pm_qos_resume_latency_us: Permission denied)"));
  CHECK(power_messages == 1 && limit_is("0"));
  end(gates);
}

/* The files may be opened, but the kernel takes no write from an ordinary user:
 * found before anything is promised. */
static void states_cannot_be_disabled(void) {
  begin();
  fake_take(&machine_tree, CPU LIMIT);
  power_fault = (struct power_fault){.path = "/disable", .error = -EPERM};
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP);
  CHECK(strcmp(hk_gate_means(gates, 1), "nothing") == 0);
  CHECK(was_said("(pm_qos_resume_latency_us: No such file or directory)"));
  CHECK(power_messages == 1 && fake_journals(&machine_tree) == 0);
  end(gates);
}

static void a_write_fails_later(void) {
  begin();
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(wait_for(gates, 1, LIGHT) == HK_WAIT_SLEEP);
  power_fault =
      (struct power_fault){.path = "resume_latency_us", .error = -EINVAL};
  CHECK(wait_for(gates, 1, DEEP) == HK_WAIT_SLEEP);
  CHECK(strcmp(hk_gate_means(gates, 1), "disable") == 0);
  CHECK(was_said("cpu1: resume latency: Invalid argument"));
  power_fault.path = NULL;
  hk_gate_close(gates);
  CHECK(limit_is("0"));
  fake_remove(&machine_tree);
}

static void offline_and_back(void) {
  begin();
  struct hk_gates *gates = opened(NULL, 1000000000);
  CHECK(wait_for(gates, 1, 999999999) == HK_WAIT_SLEEP);
  CHECK(wait_for(gates, 1, 1000000000) == HK_WAIT_OFFLINE);
  CHECK(fake_is(&machine_tree, CPU "1/online", "1") && power_messages == 0);
  struct hki_gate *gate = &gates->gates[1];
  CHECK(hki_gate_go_offline(gate) == 0);
  CHECK(fake_is(&machine_tree, CPU "1/online", "0"));
  char status[64], list[64];
  int thread = (int)syscall(SYS_gettid);
  snprintf(status, sizeof status, "/proc/%d/status", thread);
  fake_thread(&machine_tree, thread, 1, "0"); /* as the kernel would do */
  hki_gate_come_back(gate);
  CHECK(fake_is(&machine_tree, CPU "1/online", "1"));
  CHECK(hki_files_affinity(&machine_tree.files, thread, list, sizeof list) > 0);
  CHECK(strcmp(list, "0-1") == 0);
  end(gates);
}

static void cannot_go_offline(void) {
  static const int errors[] = {-EBUSY, -EACCES, -EINVAL};
  for (unsigned i = 0; i < 3; i++) {
    begin();
    power_fault = (struct power_fault){.path = "1/online", .error = errors[i]};
    struct hk_gates *gates = opened(NULL, 1000);
    CHECK(wait_for(gates, 1, 5000000) == HK_WAIT_SLEEP);
    CHECK(was_said("cpu1: not taken offline: "));
    CHECK(was_said(strerror(-errors[i])));
    CHECK(wait_for(gates, 1, 5000000) == HK_WAIT_SLEEP && power_messages == 1);
    end(gates);
  }
  begin(); /* the last one stays */
  fake_put(&machine_tree, "/sys/devices/system/cpu/online", "1");
  struct hk_gates *gates = opened(NULL, 1000);
  CHECK(wait_for(gates, 1, 5000000) == HK_WAIT_SLEEP);
  CHECK(was_said("cpu1: not taken offline: Device or resource busy"));
  CHECK(wait_for(gates, 0, 5000000) == HK_WAIT_SLEEP); /* has no such file */
  end(gates);
}

static void a_machine_that_says_nothing(void) {
  make_machine();
  struct hk_gates *gates = opened(NULL, 0);
  CHECK(!hk_gate_table(gates, 0));
  CHECK(wait_for(gates, 0, DEEP) == HK_WAIT_SPIN);
  hk_gate_close(gates);
  fake_put(&machine_tree, "/sys/devices/system/cpu/possible", "0-1");
  gates = opened(NULL, 0);
  CHECK(hk_gate_table(gates, 0)->state_count == 0);
  CHECK(wait_for(gates, 0, DEEP) == HK_WAIT_SLEEP && power_messages == 0);
  hk_gate_close(gates);
  fake_remove(&machine_tree);
}

/* On this machine's cores; the fake one has states alone. */
static unsigned long long sleep_cost_on(const unsigned *cpus, unsigned count,
                                        unsigned long long given) {
  struct hk_gate_options options = {
      .cpus = cpus, .cpu_count = count, .sleep_ns = given};
  struct hk_gates *gates;
  CHECK(
      hki_gates_open(NULL, &options,
                     hki_power_machine_new(power_files(), machine_tree.folder),
                     &gates) == 0);
  unsigned long long cost = hk_gate_table(gates, cpus[0])->sleep_ns;
  CHECK(hk_gate_table(gates, cpus[count - 1])->sleep_ns == cost);
  hk_gate_close(gates);
  return cost;
}

/* What a sleep costs is what the caller says; else it is measured between two
 * cores, and where that cannot be a constant. */
static void cost_of_a_sleep(void) {
  enum { CONSTANT = 20000 };
  unsigned cpus[2], count = 0;
  cpu_set_t before, one;
  CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
  for (unsigned cpu = 0; cpu < CPU_SETSIZE && count < 2; cpu++)
    if (CPU_ISSET(cpu, &before))
      cpus[count++] = cpu;
  begin();
  CPU_ZERO(&one);
  CPU_SET(cpus[0], &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(sleep_cost_on(cpus, count, 12345) == 12345);
  CHECK(sleep_cost_on(cpus, 1, 0) == CONSTANT);
  /* Other programs may be in the way; not always. */
  unsigned long long cost = CONSTANT;
  for (unsigned i = 0; i < 1000 && count == 2 && cost == CONSTANT; i++) {
    cost = sleep_cost_on(cpus, 2, 0);
    CHECK(cost >= 1000 && cost <= 200000);
  }
  CHECK(count < 2 || cost != CONSTANT);
  CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
  fake_remove(&machine_tree);
}

int main(void) {
  states_of_the_machine();
  by_the_limit_of_the_core();
  no_state_at_all();
  by_the_limit_of_all_cores();
  two_cores_at_once();
  by_disabling_states();
  not_at_all();
  states_cannot_be_disabled();
  a_write_fails_later();
  offline_and_back();
  cannot_go_offline();
  a_machine_that_says_nothing();
  cost_of_a_sleep();
  return 0;
}
