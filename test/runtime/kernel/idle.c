/* SPDX-License-Identifier: Apache-2.0
 *
 * In the guest: gating with the idle states of fake_idle.ko. Which of them a
 * processor has entered, the kernel counts.
 *   idle limit | dma | disable | nothing
 *                   gates processor 1 by the means that the rights allow for
 *   idle offline    processors 1 to 3 offline at once, and back
 *   idle last       the last processor stays
 *   idle hold       gates, prints "slow PID", and stays until it is killed
 *   idle away       processors 2 and 3 offline, their clock at its lowest;
 *                   prints "slow PID", and stays until it is killed
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "guest.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>

#define CPU "/sys/devices/system/cpu/"
#define LIMIT CPU "cpu1/power/pm_qos_resume_latency_us"

enum { STATES = 4, PROCESSORS = 4 };
static const uint64_t LIGHT = 100000, MIDDLE = 1000000, DEEP = 10000000;

static struct hk_flag flag;
static unsigned target;

static void pin(unsigned cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  CHECK(sched_setaffinity(0, sizeof set, &set) == 0);
}

static struct hk_gates *opened(const struct hk_power_chip *chip,
                               unsigned long long offline_ns) {
  struct hk_gate_options options = {.offline_ns = offline_ns, .report = report};
  struct hk_gates *gates;
  forget_said();
  CHECK(hk_gate_open(chip, &options, &gates) == 0);
  return gates;
}

static void count_entries(unsigned long entries[STATES]) {
  for (unsigned i = 0; i < STATES; i++) {
    char path[128], text[TEXT];
    snprintf(path, sizeof path, CPU "cpu1/cpuidle/state%u/usage", i);
    read_text(path, text);
    entries[i] = strtoul(text, NULL, 10);
  }
}

/* Signals some milliseconds later, again and again, so that processor 1 is idle
 * often. */
static void *signal_later(void *unused) {
  (void)unused;
  pin(0);
  usleep(10000);
  hk_signal(&flag, ++target);
  return NULL;
}

/* Waits of about `ns` on processor 1; which states it has entered meanwhile. */
static void sleep_there(struct hk_gates *gates, uint64_t ns,
                        unsigned long entered[STATES]) {
  unsigned long before[STATES];
  hk_gate(gates, 1, &flag, target,
          ns); /* over already: only tells the kernel */
  count_entries(before);
  for (unsigned i = 0; i < 20; i++) {
    pthread_t thread;
    unsigned wanted = target + 1;
    CHECK(pthread_create(&thread, NULL, signal_later, NULL) == 0);
    CHECK(hk_gate(gates, 1, &flag, wanted, ns) == HK_WAIT_SLEEP);
    CHECK(pthread_join(thread, NULL) == 0);
  }
  count_entries(entered);
  for (unsigned i = 0; i < STATES; i++)
    entered[i] -= before[i];
  fprintf(stderr, "expected %llu ns: states entered %lu %lu %lu %lu times\n",
          (unsigned long long)ns, entered[0], entered[1], entered[2],
          entered[3]);
}

/* The kernel keeps to what it is told. */
static void check_states(struct hk_gates *gates) {
  unsigned long entered[STATES];
  sleep_there(gates, LIGHT, entered);
  CHECK(entered[1] > 0 && entered[2] == 0 && entered[3] == 0);
  sleep_there(gates, MIDDLE, entered);
  CHECK(entered[2] > 0 && entered[3] == 0);
  sleep_there(gates, DEEP, entered);
  CHECK(entered[3] > 0);
}

static void table(const struct hk_gates *gates) {
  const struct hk_idle_table *table = hk_gate_table(gates, 1);
  CHECK(table && table->state_count == STATES && !hk_gate_table(gates, 9));
  CHECK(strcmp(table->states[2].name, "core") == 0);
  CHECK(table->states[2].exit_ns == 250000);
  CHECK(table->states[3].break_even_ns == 2500000);
}

static void by_limit(void) {
  struct hk_gates *gates = opened(NULL, 0);
  table(gates);
  check_states(gates);
  CHECK(strcmp(hk_gate_means(gates, 1), "resume latency") == 0);
  CHECK(hk_gate(gates, 1, &flag, target, MIDDLE) == HK_WAIT_SLEEP);
  CHECK(holds(LIMIT, "699"));
  CHECK(holds(CPU "cpu2/power/pm_qos_resume_latency_us", "0"));
  hk_gate_close(gates);
  CHECK(holds(LIMIT, "0") && nothing_was_said());
  put(LIMIT, "n/a"); /* by somebody else: no idle state at all */
  gates = opened(NULL, 0);
  hk_gate(gates, 1, &flag, target, LIGHT);
  CHECK(holds(LIMIT, "249"));
  hk_gate_close(gates);
  CHECK(holds(LIMIT, "n/a"));
  put(LIMIT, "0");
}

/* What all that have the file open come to. */
static int dma_latency(void) {
  int number = -1, file = open("/dev/cpu_dma_latency", O_RDONLY);
  CHECK(file >= 0 && read(file, &number, sizeof number) == sizeof number);
  close(file);
  return number;
}

static void by_limit_of_all(void) {
  int before = dma_latency();
  struct hk_gates *gates = opened(NULL, 0);
  check_states(gates);
  CHECK(strcmp(hk_gate_means(gates, 1), "cpu_dma_latency") == 0);
  CHECK(dma_latency() == before);
  hk_gate(gates, 1, &flag, target, MIDDLE);
  hk_gate(gates, 2, &flag, target, LIGHT);
  CHECK(dma_latency() == 249);
  hk_gate(gates, 2, &flag, target, DEEP);
  CHECK(dma_latency() == 699);
  hk_gate_close(gates);
  CHECK(dma_latency() == before && nothing_was_said());
}

static bool is_disabled(unsigned state, const char *text) {
  char path[128];
  snprintf(path, sizeof path, CPU "cpu1/cpuidle/state%u/disable", state);
  return holds(path, text);
}

static void by_disabling(void) {
  struct hk_gates *gates = opened(NULL, 0);
  check_states(gates);
  CHECK(strcmp(hk_gate_means(gates, 1), "disable") == 0);
  hk_gate(gates, 1, &flag, target, LIGHT);
  CHECK(is_disabled(1, "0") && is_disabled(2, "1") && is_disabled(3, "1"));
  hk_gate_close(gates);
  CHECK(is_disabled(2, "0") && is_disabled(3, "0") && nothing_was_said());
}

static void by_nothing(void) {
  struct hk_gates *gates = opened(NULL, 0);
  unsigned long entered[STATES];
  sleep_there(gates, LIGHT, entered);
  CHECK(strcmp(hk_gate_means(gates, 1), "nothing") == 0);
  CHECK(was_said("cpu1: idle states are left to the kernel alone "
                 "(pm_qos_resume_latency_us: Permission denied)"));
  CHECK(messages == 1);
  hk_gate_close(gates);
}

static bool are_online(const char *list) { return holds(CPU "online", list); }

static struct hk_gates *shared;
static unsigned away; /* threads that have gone offline with their processor */

static void *wait_away(void *argument) {
  unsigned cpu = *(const unsigned *)argument;
  pin(cpu);
  __atomic_fetch_add(&away, 1, __ATOMIC_SEQ_CST);
  CHECK(hk_gate(shared, cpu, &flag, target + 1, 500000000) == HK_WAIT_OFFLINE);
  cpu_set_t set;
  CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
  CHECK(CPU_COUNT(&set) == 1 && CPU_ISSET(cpu, &set));
  CHECK(sched_getcpu() == (int)cpu);
  return NULL;
}

/* Takes the processors from `first` on offline, each with a thread of its own
 * that waits. */
static void go_away(unsigned first, pthread_t threads[PROCESSORS],
                    const char *left) {
  static const unsigned cpus[] = {0, 1, 2, 3};
  char online[TEXT];
  shared = opened(NULL, 1000000);
  pin(0);
  for (unsigned cpu = first; cpu < PROCESSORS; cpu++)
    CHECK(pthread_create(&threads[cpu], NULL, wait_away, (void *)&cpus[cpu]) ==
          0);
  do {
    usleep(1000);
    read_text(CPU "online", online);
  } while (strcmp(online, left) != 0 && nothing_was_said());
  CHECK(are_online(left));
}

static void offline_and_back(void) {
  pthread_t threads[PROCESSORS];
  for (unsigned i = 0; i < 3; i++) {
    go_away(1, threads, "0");
    hk_signal(&flag, target + 1);
    for (unsigned cpu = 1; cpu < PROCESSORS; cpu++)
      CHECK(pthread_join(threads[cpu], NULL) == 0);
    target++;
    CHECK(are_online("0-3") && nothing_was_said());
    hk_gate_close(shared);
  }
  CHECK(away == 9);
}

/* The last processor that can be online stays so. */
static void the_last_one(void) {
  shared = opened(NULL, 1000000);
  pthread_t threads[PROCESSORS];
  put(CPU "cpu1/online", "0");
  put(CPU "cpu2/online", "0");
  put(CPU "cpu3/online", "0");
  hk_signal(&flag, target);
  CHECK(hk_gate(shared, 0, &flag, target, 500000000) == HK_WAIT_SLEEP);
  CHECK(was_said("cpu0: not taken offline: Device or resource busy"));
  put(CPU "cpu1/online", "1");
  put(CPU "cpu2/online", "1");
  put(CPU "cpu3/online", "1");
  hk_gate_close(shared);
  (void)threads;
}

static void stay(void) {
  printf("slow %d\n", (int)getpid());
  fflush(stdout);
  for (;;)
    pause();
}

/* The gates are told, and the clocks that the same processors have are set:
 * each has a journal of its own. */
static void stay_away(void) {
  pthread_t threads[PROCESSORS];
  struct hk_power_options options = {.report = report};
  struct hk_power *power;
  CHECK(hk_power_open(NULL, &options, &power) == 0);
  CHECK(hk_power_point(power, 0, 0) == 1 && hk_power_point(power, 2, 0) == 1);
  go_away(2, threads, "0-1");
  stay();
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } tests[] = {{"limit", by_limit},
               {"dma", by_limit_of_all},
               {"disable", by_disabling},
               {"nothing", by_nothing},
               {"offline", offline_and_back},
               {"last", the_last_one},
               {"away", stay_away}};
  const char *what = argc > 1 ? argv[1] : "";
  pin(1);
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
    if (strcmp(what, tests[i].name) == 0) {
      tests[i].run();
      return 0;
    }
  CHECK(strcmp(what, "hold") == 0);
  struct hk_gates *gates = opened(NULL, 0);
  hk_gate(gates, 1, &flag, target, LIGHT);
  stay();
}
