/* SPDX-License-Identifier: Apache-2.0
 *
 * On a chip with cores of two kinds each core's program runs on the processor
 * that the chip has it on, core 0's too; and all that the program can see of
 * its affinity mask is what it was: in a task, between regions, in the threads
 * and children that it makes. The chip is this machine's first two processors,
 * called unlike.
 */
#define _GNU_SOURCE
#include "processors.h"

#include "machine/identity/identity.h"
#include "platform/platform.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

static struct hk_chip_core cores[2];
const struct hk_chip hk_program_chip = {
    {"test", 0, 0, 0, 0}, 0, 0, cores, 2, 0, 0};

static enum hki_identity identity = HKI_IDENTITY_SAME;
enum hki_identity hki_identify(const struct hk_chip *chip, char *why,
                               size_t room) {
  CHECK(chip == &hk_program_chip && room > 0);
  strcpy(why, "told so");
  errno = ENOENT;
  return identity;
}

static int first, second; /* the machine's processors */
static cpu_set_t both;    /* and their mask */

/* The processors that cores 0 and 1 are meant for. */
static void chip_is(int zero, int one, unsigned kind_of_one) {
  cores[0] = (struct hk_chip_core){(unsigned)zero, 0, 0, 0};
  cores[1] = (struct hk_chip_core){(unsigned)one, kind_of_one, 0, 0};
}

static cpu_set_t mask_of(int cpu) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  return mask;
}

static cpu_set_t own_mask(void) {
  cpu_set_t mask;
  CHECK(sched_getaffinity(0, sizeof mask, &mask) == 0);
  return mask;
}

static void set_mask(const cpu_set_t *mask) {
  CHECK(sched_setaffinity(0, sizeof *mask, mask) == 0);
}

/* The calling thread goes there, and may go anywhere. */
static void stand_on(int cpu) {
  cpu_set_t one = mask_of(cpu);
  set_mask(&one);
  set_mask(&both);
}

struct seen {
  int processor[2];
  cpu_set_t mask[2];
};

static void look(struct hk_core *core, void *frame) {
  struct seen *seen = frame;
  seen->processor[core->id] = sched_getcpu();
  seen->mask[core->id] = own_mask();
}

static struct seen entered(void) {
  static struct hk_region *region;
  struct seen seen = {{-1, -1}, {{{0}}, {{0}}}};
  if (!region)
    region = new_region(look, 2);
  CHECK(hk_run(region, &seen));
  return seen;
}

/* Enters regions, the first as things are, others from processor `from`. The
 * system may take the entering thread away as soon as it is there, but seldom
 * does. */
static void expect_cores_on(int zero, int one, int from) {
  cpu_set_t mask = mask_of(one), before = own_mask();
  enum { TRIES = 10 };
  unsigned hits = 0;
  for (unsigned i = 0; i < TRIES; i++) {
    struct seen seen = entered();
    CHECK(CPU_EQUAL(&seen.mask[0], &before));
    hits += seen.processor[0] == zero && seen.processor[1] == one &&
            CPU_EQUAL(&seen.mask[1], &mask);
    cpu_set_t after = own_mask();
    CHECK(CPU_EQUAL(&after, &before));
    usleep(20000);
    if (from >= 0)
      stand_on(from);
  }
  CHECK(hits > TRIES / 2);
}

static void comes_to_its_processor(void) {
  chip_is(second, first, 1);
  stand_on(first);
  expect_cores_on(second, first, first);
  expect_cores_on(second, first, second);
}

static void stays_on_its_processor(void) {
  chip_is(first, second, 1);
  stand_on(first);
  expect_cores_on(first, second, first);
  usleep(20000);
  stand_on(second);
  expect_cores_on(first, second, second);
}

/* The program's own mask counts more than the schedule; once it allows that,
 * all is as was meant. */
static void obeys_the_program(void) {
  chip_is(second, first, 1);
  cpu_set_t one = mask_of(first);
  entered();
  set_mask(&one);
  usleep(20000);
  expect_cores_on(first, second, -1);
  set_mask(&both);
  usleep(20000);
  stand_on(first);
  expect_cores_on(second, first, first);
}

static void expect_nothing_moved(void) {
  entered();
  for (unsigned i = 0; i < 5; i++) {
    cpu_set_t one = mask_of(first), other = mask_of(second);
    set_mask(&one);
    CHECK(CPU_EQUAL(&entered().mask[1], &other));
    set_mask(&other);
    CHECK(CPU_EQUAL(&entered().mask[1], &one));
    usleep(20000);
  }
  /* Where nothing holds it, it stays nevertheless. */
  unsigned hits = 0;
  for (unsigned i = 0; i < 20; i++) {
    stand_on(first);
    hits += entered().processor[0] == first;
    usleep(20000);
  }
  CHECK(hits > 10);
}

static void equal_cores_stay(void) {
  chip_is(second, first, 0);
  expect_nothing_moved();
}

static void other_machine(void) {
  chip_is(second, first, 1);
  identity = HKI_IDENTITY_OTHER;
  expect_nothing_moved();
}

static void unknown_machine(void) {
  chip_is(second, first, 1);
  identity = HKI_IDENTITY_UNKNOWN;
  stand_on(first);
  expect_cores_on(second, first, first);
}

static void *read_mask(void *mask) {
  *(cpu_set_t *)mask = own_mask();
  return NULL;
}

static void thread_inherits(void) {
  pthread_t thread;
  cpu_set_t mask;
  CHECK(pthread_create(&thread, NULL, read_mask, &mask) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(CPU_EQUAL(&mask, &both));
}

static void fork_inherits(void) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    cpu_set_t mask = own_mask();
    _exit(!CPU_EQUAL(&mask, &both));
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

/* By popen, which does not call what was registered for forks. */
static void program_inherits(void) {
  char line[256], own[256];
  FILE *status = fopen("/proc/thread-self/status", "r");
  FILE *other = popen("exec cat /proc/self/status", "r");
  CHECK(status && other);
  const char name[] = "Cpus_allowed_list:";
  *own = 0;
  while (fgets(line, sizeof line, status))
    if (strncmp(line, name, sizeof name - 1) == 0)
      strcpy(own, line);
  unsigned found = 0;
  while (fgets(line, sizeof line, other))
    if (strncmp(line, name, sizeof name - 1) == 0)
      found += strcmp(line, own) == 0;
  CHECK(fclose(status) == 0 && pclose(other) == 0);
  CHECK(*own && found == 1);
}

static void makes_others(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id != 0)
    return;
  cpu_set_t mask = own_mask();
  CHECK(CPU_EQUAL(&mask, &both));
  thread_inherits();
  fork_inherits();
  program_inherits();
}

static void others_inherit(void) {
  chip_is(second, first, 1);
  struct hk_region *region = new_region(makes_others, 2);
  for (unsigned i = 0; i < 3; i++) {
    stand_on(first);
    CHECK(hk_run(region, NULL));
    makes_others(&(struct hk_core){0}, NULL);
    usleep(20000);
  }
}

/* A child makes a team of its own, on the same processors. */
static void child_is_placed(void) {
  chip_is(second, first, 1);
  entered();
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    stand_on(first);
    expect_cores_on(second, first, first);
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static void keeps_errno(void) {
  chip_is(second, first, 1);
  for (unsigned i = 0; i < 3; i++) {
    stand_on(first);
    errno = ERANGE;
    entered();
    CHECK(errno == ERANGE);
    usleep(20000);
  }
}

/* One processor alone: nobody is moved to one that the mask excludes. */
static void excluded(void) {
  chip_is(second, first, 1);
  cpu_set_t one = mask_of(first);
  set_mask(&one);
  setenv("HOCKET_CORES", "2", 1);
  struct seen seen = entered();
  CHECK(seen.processor[0] == first && seen.processor[1] == first);
  CHECK(CPU_EQUAL(&seen.mask[0], &one) && CPU_EQUAL(&seen.mask[1], &one));
}

/* Nothing is changed where nothing can be, and a narrow mask stays narrow. */
static void moves(void) {
  cpu_set_t one = mask_of(first), now;
  CHECK(hki_platform_move((unsigned)second) && sched_getcpu() == second);
  now = own_mask();
  CHECK(CPU_EQUAL(&now, &both));
  set_mask(&one);
  CHECK(!hki_platform_move((unsigned)second) && !hki_platform_move(99999));
  CHECK(hki_platform_move((unsigned)first));
  now = own_mask();
  CHECK(CPU_EQUAL(&now, &one));
}

/* What a first entry of core 0's thread on `first` says. */
static void entry_says(char *text, size_t room) {
  int ends[2], kept = dup(STDERR_FILENO);
  CHECK(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0);
  setenv("HOCKET_VERBOSE", "1", 1);
  stand_on(first);
  entered();
  CHECK(dup2(kept, STDERR_FILENO) >= 0 && close(ends[1]) == 0);
  ssize_t length = read(ends[0], text, room - 1);
  CHECK(length > 0);
  text[length] = 0;
}

static bool has_place(const char *text, unsigned core, int processor) {
  char line[80];
  snprintf(line, sizeof line, "hocket: core %u is on processor %d\n", core,
           processor);
  return strstr(text, line);
}

static void says_where(void) {
  static char text[4096];
  chip_is(second, first, 1);
  entry_says(text, sizeof text);
  CHECK(has_place(text, 0, second) && has_place(text, 1, first));
}

static void says_what_it_is_not(void) {
  static char text[4096];
  chip_is(second, first, 1);
  identity = HKI_IDENTITY_OTHER;
  entry_says(text, sizeof text);
  CHECK(strstr(text, "hocket: the program is for 'test', which this machine is "
                     "not: told so\n"));
  CHECK(!strstr(text, "core 0 is on"));
}

int main(void) {
  static void (*const tests[])(void) = {comes_to_its_processor,
                                        stays_on_its_processor,
                                        obeys_the_program,
                                        equal_cores_stay,
                                        other_machine,
                                        unknown_machine,
                                        others_inherit,
                                        child_is_placed,
                                        keeps_errno,
                                        excluded,
                                        moves,
                                        says_where,
                                        says_what_it_is_not};
  unsetenv("HOCKET_CORES");
  setenv("HOCKET_RESERVE", "off", 1);
  keep_processors(2);
  both = own_mask();
  while (!CPU_ISSET(first, &both))
    first++;
  for (second = first + 1; !CPU_ISSET(second, &both);)
    second++;
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
    if (in_child(tests[i]) != 0) {
      fprintf(stderr, "test %u has failed\n", i);
      return 1;
    }
  return 0;
}
