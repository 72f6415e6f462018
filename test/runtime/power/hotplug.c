/* SPDX-License-Identifier: Apache-2.0
 *
 * On this machine, if the user may: core 1 is offline while a thread waits on
 * it, back afterwards with the thread on it, and back after the program has
 * been killed; and the core's latency limit is set and put back. hotplug
 * [KILLS] Tests that take the core away hold a lock meanwhile.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>

#define CPU1 "/sys/devices/system/cpu/cpu1/"

static void read_file(const char *path, char text[64]) {
  FILE *file = fopen(path, "r");
  text[0] = 0;
  if (!file)
    return;
  if (!fgets(text, 64, file))
    text[0] = 0;
  fclose(file);
  text[strcspn(text, "\n")] = 0;
}

static bool holds(const char *path, const char *wanted) {
  char text[64];
  read_file(path, text);
  return strcmp(text, wanted) == 0;
}

static bool holds_number(const char *path, int *number) {
  char text[64], *end;
  read_file(path, text);
  *number = (int)strtol(text, &end, 10);
  return end != text;
}

static void pin(unsigned cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  CHECK(sched_setaffinity(0, sizeof set, &set) == 0);
}

static struct hk_flag flag;
static bool was_offline;

static void *signal_when_offline(void *unused) {
  (void)unused;
  pin(0);
  while (!holds(CPU1 "online", "0"))
    usleep(1000);
  was_offline = true;
  usleep(20000); /* the waiter sleeps, mostly */
  hk_signal(&flag, 1);
  return NULL;
}

static void say(void *context, const char *text) {
  (void)context;
  fprintf(stderr, "said: %s\n", text);
}

static struct hk_gates *opened(unsigned long long offline_ns,
                               const struct hk_power_chip *chip) {
  static const unsigned cpus[] = {1};
  struct hk_gate_options options = {
      .cpus = cpus, .cpu_count = 1, .offline_ns = offline_ns, .report = say};
  struct hk_gates *gates;
  CHECK(hk_gate_open(chip, &options, &gates) == 0);
  return gates;
}

static void offline_and_back(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, signal_when_offline, NULL) == 0);
  pin(1);
  struct hk_gates *gates = opened(1000000, NULL);
  CHECK(hk_gate(gates, 1, &flag, 1, 500000000) == HK_WAIT_OFFLINE);
  CHECK(was_offline && holds(CPU1 "online", "1"));
  cpu_set_t set;
  CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
  CHECK(CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set) && sched_getcpu() == 1);
  CHECK(pthread_join(thread, NULL) == 0);
  hk_gate_close(gates);
}

static void wait_forever(void) {
  struct hk_gates *gates = opened(1000000, NULL);
  hk_gate(gates, 1, &flag, 100, 500000000);
}

static void killed(void) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    wait_forever();
    _exit(1);
  }
  while (!holds(CPU1 "online", "0"))
    usleep(1000);
  CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
  while (!holds(CPU1 "online", "1"))
    usleep(1000);
}

static void latency_limit(void) {
  static const char path[] = CPU1 "power/pm_qos_resume_latency_us";
  static const struct hk_idle_state states[] = {{"light", 0, 1000, 1000, 0},
                                                {"deep", 0, 200000, 900000, 0}};
  static const unsigned cpus[] = {1};
  static const struct hk_idle_group group = {cpus, 1, states, 2};
  static const struct hk_power_chip chip = {"chip", NULL, 0, &group, 1};
  char before[64];
  int limit;
  read_file(path, before);
  struct hk_gates *gates = opened(0, &chip);
  CHECK(hk_gate(gates, 1, &flag, 1, 100000) == HK_WAIT_SLEEP);
  printf("idle states by: %s\n", hk_gate_means(gates, 1));
  if (strcmp(hk_gate_means(gates, 1), "resume latency") == 0)
    CHECK(holds_number(path, &limit) && limit == 199);
  CHECK(hk_gate(gates, 1, &flag, 1, 10000000) == HK_WAIT_SLEEP);
  hk_gate_close(gates);
  CHECK(holds(path, before));
}

int main(int argc, char **argv) {
  unsigned kills = argument(argc, argv, 2);
  if (access(CPU1 "online", W_OK) != 0 || !holds(CPU1 "online", "1")) {
    printf("core 1 cannot be taken offline here\n");
    return 77;
  }
  int lock = open("/tmp/hocket-cpu1.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  CHECK(lock >= 0 && flock(lock, LOCK_EX) == 0);
  offline_and_back();
  for (unsigned i = 0; i < kills; i++)
    killed();
  latency_limit();
  return 0;
}
