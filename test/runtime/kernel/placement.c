/* SPDX-License-Identifier: Apache-2.0
 *
 * In the guest: a chip of two fast processors, 3 and 2, and two slow ones, 1
 * and 0, of which the last is kept for the system. placement order | mask |
 * fewer   where the cores of regions run: with all, in a mask, with
 * HOCKET_CORES placement children   what threads and programs inherit placement
 * later | cpuset   a thread that was moved, and never had a mask of its own,
 * gets what is added: a processor, a cpuset's
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../processors.h"
#include "guest.h"

#include <sys/stat.h>

enum { PROCESSORS = 4 };

static struct hk_chip_core cores[PROCESSORS] = {
    {3, 0, 0, 0}, {2, 0, 0, 0}, {1, 1, 0, 0}, {0, 2, 0, 0}};
const struct hk_chip hk_program_chip = {{"test", 0, 0, 0, 0}, 0, 0, cores,
                                        PROCESSORS,           0, 0};

static cpu_set_t masks[MOST_CORES];
static int places[MOST_CORES];

static cpu_set_t mask_of(unsigned bits) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (unsigned cpu = 0; cpu < PROCESSORS; cpu++)
    if (bits >> cpu & 1)
      CPU_SET(cpu, &mask);
  return mask;
}

static void set_mask(unsigned bits) {
  cpu_set_t mask = mask_of(bits);
  CHECK(sched_setaffinity(0, sizeof mask, &mask) == 0);
}

/* As /proc has it, with those that are offline. */
static bool may_run_on(const char *list) {
  FILE *status = fopen("/proc/thread-self/status", "r");
  char line[256], wanted[256];
  bool isThere = false;
  snprintf(wanted, sizeof wanted, "Cpus_allowed_list:\t%s\n", list);
  while (status && fgets(line, sizeof line, status))
    isThere = isThere || strcmp(line, wanted) == 0;
  fclose(status);
  return isThere;
}

static void look(struct hk_core *core, void *frame) {
  (void)frame;
  places[core->id] = sched_getcpu();
  CHECK(sched_getaffinity(0, sizeof masks[0], &masks[core->id]) == 0);
}

/* Whether the cores were on the processors that the digits say, but that core 0
 * may have had the other one of its kind, which core 1 has then left. */
static bool are_on(const char *digits) {
  bool isSwapped = strncmp(digits, "32", 2) == 0 && places[0] == 2;
  for (unsigned i = 0; digits[i]; i++) {
    int wanted = isSwapped && i < 2 ? '3' - digits[i] + 2 : digits[i] - '0';
    cpu_set_t one = mask_of(1u << wanted);
    if (places[i] != wanted || (i > 0 && !CPU_EQUAL(&masks[i], &one)))
      return false;
  }
  return true;
}

/* Enters a region of as many cores as there are digits, from each processor of
 * the mask: the digits are where its cores are to be. The system may take core
 * 0 away as soon as it is there, but seldom does. */
static void expect(const char *digits, unsigned mask) {
  struct hk_region *region = new_region(look, (unsigned)strlen(digits));
  cpu_set_t own = mask_of(mask);
  unsigned hits = 0, tries = 0;
  for (unsigned cpu = 0; tries < 24; cpu = (cpu + 1) % PROCESSORS) {
    if (!(mask >> cpu & 1))
      continue;
    tries++;
    usleep(20000);
    set_mask(1u << cpu);
    set_mask(mask);
    CHECK(hk_run(region, NULL));
    CHECK(CPU_EQUAL(&masks[0], &own));
    hits += are_on(digits);
  }
  fprintf(stderr, "%s: %u of %u\n", digits, hits, tries);
  CHECK(hits > tries / 2);
}

static void order(void) {
  expect("3210", 0xf);
  expect("321", 0xf);
  expect("32", 0xf);
}

static void mask(void) {
  set_mask(0xb);
  expect("310", 0xb);
  expect("31", 0xb);
}

static void fewer(void) { expect("32", 0xf); }

static void make_others(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == 0)
    CHECK(may_run_on("0-3") &&
          system("grep -q 'Cpus_allowed_list:.0-3$' /proc/self/status") == 0);
}

static void children(void) {
  struct hk_region *region = new_region(make_others, PROCESSORS);
  for (unsigned cpu = 0; cpu < PROCESSORS; cpu++) {
    set_mask(1u << cpu);
    set_mask(0xf);
    CHECK(hk_run(region, NULL));
    CHECK(may_run_on("0-3"));
    usleep(20000);
  }
}

/* Regions whose core 0 is to be where the thread is not, without a word about
 * its mask. */
static void be_moved(void) {
  struct hk_region *region = new_region(look, 2);
  int from = sched_getcpu(), to = from == 3 ? 1 : 3;
  unsigned hits = 0;
  cores[0] = (struct hk_chip_core){(unsigned)to, 0, 0, 0};
  for (unsigned cpu = 0, next = 1; cpu < PROCESSORS; cpu++)
    if ((int)cpu != to)
      cores[next++] = (struct hk_chip_core){cpu, 1, 0, 0};
  for (unsigned i = 0; i < 4; i++) {
    CHECK(hk_run(region, NULL));
    hits += places[0] == to;
    usleep(20000);
  }
  CHECK(hits > 0);
}

static void later(void) {
  put("/sys/devices/system/cpu/cpu2/online", "0");
  be_moved();
  put("/sys/devices/system/cpu/cpu2/online", "1");
  cpu_set_t all = mask_of(0xf), now;
  CHECK(sched_getaffinity(0, sizeof now, &now) == 0);
  CHECK(CPU_EQUAL(&now, &all));
}

#define GROUP "/sys/fs/cgroup/group/"

static void cpuset(void) {
  char number[32];
  put("/sys/fs/cgroup/cgroup.subtree_control", "+cpuset");
  CHECK(mkdir("/sys/fs/cgroup/group", 0755) == 0);
  put(GROUP "cpuset.cpus", "0-1,3");
  snprintf(number, sizeof number, "%d", (int)getpid());
  put(GROUP "cgroup.procs", number);
  CHECK(may_run_on("0-1,3"));
  be_moved();
  put(GROUP "cpuset.cpus", "0-3");
  CHECK(may_run_on("0-3"));
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } tests[] = {{"order", order},       {"mask", mask},   {"fewer", fewer},
               {"children", children}, {"later", later}, {"cpuset", cpuset}};
  setenv("HOCKET_RESERVE", "off", 1);
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
    if (argc == 2 && strcmp(argv[1], tests[i].name) == 0) {
      tests[i].run();
      return 0;
    }
  return 2;
}
