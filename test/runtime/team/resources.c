/* SPDX-License-Identifier: Apache-2.0
 *
 * When a program takes cores and clocks for itself: unasked only if its chip
 * keeps cores for the system, never against HOCKET_RESERVE=off; and when the
 * clock of a core that waits goes down. Reservation is this test's own, which
 * notes what it was asked for; clocks are those of the back end sim.
 */
#include "check.h"

#include "machine/identity/identity.h"
#include "platform/platform.h"
#include "team/resources.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

static const unsigned kept[] = {3}, cpus0[] = {0}, cpus1[] = {1};
static const struct hk_power_point points[] = {{500000, 0}, {1000000, 0}};
static const struct hk_power_domain domains[] = {
    {"zero", cpus0, 1, points, 2, 1000, HK_POWER_SIM, 0, 0, 0},
    {"one", cpus1, 1, points, 2, 1000, HK_POWER_SIM, 0, 0, 0},
};
/* The second of two processors is the fast one. */
static const struct hk_chip_core cores[] = {
    {1, 0, 0, 0}, {0, 1, 0, 0}, {3, 2, 0, 0}};
const struct hk_chip hk_program_chip = {
    {"test", domains, 2, 0, 0}, kept, 1, cores, 3, 0, 0};

static struct hk_reserve_request asked;
static unsigned asked_cpus[2]; /* by number, in the first call */
static unsigned calls;
static int answer;
static enum hk_reserve_level reached = HK_RESERVE_ISOLATED;

int hk_reserve(const struct hk_reserve_request *request,
               struct hk_reservation **reservation) {
  asked = *request;
  for (unsigned i = 0; i < 2 && request->cpus && i < request->num_cpus; i++)
    asked_cpus[i] = request->cpus[i];
  calls++;
  errno = EACCES; /* as what it tries may leave it */
  if (answer == 0)
    *reservation = (struct hk_reservation *)&calls;
  return answer;
}

enum hk_reserve_level
hk_reservation_level(const struct hk_reservation *reservation) {
  CHECK(reservation == (struct hk_reservation *)&calls);
  return reached;
}

unsigned hk_reservation_cpus(const struct hk_reservation *reservation,
                             unsigned *cpus, unsigned room) {
  (void)reservation, (void)cpus, (void)room;
  return 0;
}

int hk_release(struct hk_reservation *reservation) {
  (void)reservation;
  return 0;
}

static enum hki_identity identity = HKI_IDENTITY_UNKNOWN;
enum hki_identity hki_identify(const struct hk_chip *chip, char *why,
                               size_t room) {
  CHECK(chip == &hk_program_chip && room > 0);
  *why = 0;
  return identity;
}

static struct hki_resources taken(const char *reserve, const char *power) {
  struct hki_settings settings;
  struct hki_resources resources = {0};
  reserve ? setenv("HOCKET_RESERVE", reserve, 1) : unsetenv("HOCKET_RESERVE");
  power ? setenv("HOCKET_POWER", power, 1) : unsetenv("HOCKET_POWER");
  hki_settings_read(&settings);
  calls = 0;
  hki_know_chip(&resources, &settings);
  hki_reserve_cores(&resources, &settings);
  static const unsigned cpus[] = {0, 1};
  hki_take_clocks(&resources, &settings, cpus, 2);
  return resources;
}

static void give_back(struct hki_resources *resources) {
  hk_gate_close(resources->gates);
  hk_power_close(resources->power);
}

static void asks(void) {
  struct hki_resources resources = taken(NULL, NULL);
  CHECK(calls == 1 && asked.level == HK_RESERVE_AUTO);
  CHECK(asked.keep == kept && asked.num_keep == 1);
  CHECK((asked.flags & HK_RESERVE_PINNED) != 0);
  CHECK(resources.power != NULL);
  give_back(&resources);
  resources = taken("off", "off");
  CHECK(calls == 0 && !resources.reservation && !resources.power);
  resources = taken("cpuset", "off");
  CHECK(calls == 1 && asked.level == HK_RESERVE_CPUSET);
  answer = -EPERM; /* the program goes on without */
  resources = taken("auto", "sim");
  CHECK(calls == 1 && !resources.reservation && resources.power);
  CHECK(!resources.may_rest);
  give_back(&resources);
  answer = 0;
}

/* What the chip keeps and its clocks mean something else on another machine. */
static void is_elsewhere(void) {
  identity = HKI_IDENTITY_OTHER;
  struct hki_resources resources = taken(NULL, NULL);
  CHECK(calls == 0 && !resources.chip && !resources.power);
  resources = taken("auto", "off");
  CHECK(calls == 1 && asked.num_keep == 0 && !asked.keep && !asked.cpus);
  identity = HKI_IDENTITY_UNKNOWN;
}

/* Who signals the end of each rest, a tenth of a millisecond after its begin:
 * far more than two transitions. */
struct caller {
  struct hk_flag go, come;
  unsigned rests;
};

static void *call(void *argument) {
  struct caller *caller = argument;
  for (unsigned i = 1; i <= caller->rests; i++) {
    hk_wait(&caller->go, i);
    usleep(100);
    hk_signal(&caller->come, i);
  }
  return NULL;
}

/* Changes of the clock by so many rests. */
static unsigned long changes(struct hki_resources *resources, unsigned rests) {
  struct caller *caller = aligned_alloc(64, sizeof *caller);
  struct hki_rest rest = {0};
  struct hk_power_counts before, after;
  pthread_t thread;
  CHECK(caller);
  *caller = (struct caller){.rests = rests};
  CHECK(pthread_create(&thread, NULL, call, caller) == 0);
  hk_power_count(resources->power, &before);
  for (unsigned i = 1; i <= rests; i++) {
    hk_signal(&caller->go, i);
    hki_rest(resources, &rest, 1, &caller->come, i);
    CHECK(caller->come.value == i);
  }
  hk_power_count(resources->power, &after);
  pthread_join(thread, NULL);
  free(caller);
  return after.changes - before.changes;
}

static void rests(unsigned cpu) {
  struct hki_resources resources = taken("auto", "sim");
  CHECK(resources.may_rest && resources.gates);
  /* Two gaps are looked at, then each lowers the clock and raises it. */
  CHECK(changes(&resources, 6) == 8);
  struct hk_power_event event = {0, 0, 0};
  unsigned lowered = 0;
  for (unsigned i = 0; hk_power_log(resources.power, cpu, i, &event) == 0; i++)
    lowered += event.to_khz == 500000;
  CHECK(lowered == 4 && event.to_khz == 1000000);
  give_back(&resources);
  /* Where the kernel may move the program's threads: never. */
  reached = HK_RESERVE_ROOT;
  resources = taken("auto", "sim");
  CHECK(!resources.may_rest && !resources.gates);
  give_back(&resources);
  reached = HK_RESERVE_ISOLATED;
}

/* Of fewer cores the fast ones, or if those are taken any. */
static void asks_for_the_fast(void) {
  unsigned *list, count = hki_platform_processors(&list);
  bool has_both = count >= 2 && list[0] == 0 && list[1] == 1;
  free(list);
  if (!has_both)
    return;
  setenv("HOCKET_CORES", "1", 1);
  taken("auto", "off");
  CHECK(calls == 1 && asked.num_cpus == 1 && asked_cpus[0] == 1);
  answer = -EBUSY;
  taken("auto", "off");
  CHECK(calls == 2 && asked.num_cpus == 1 && !asked.cpus);
  answer = 0;
  setenv("HOCKET_CORES", "2", 1);
  taken("auto", "off");
  CHECK(calls == 1 && asked_cpus[0] == 1 && asked_cpus[1] == 0);
  /* More than the chip has for programs. */
  setenv("HOCKET_CORES", "9", 1);
  taken("auto", "off");
  CHECK(calls == 1 && asked.num_cpus == 9 && !asked.cpus);
  unsetenv("HOCKET_CORES");
}

static void nothing(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

/* A region that takes cores and clocks leaves errno as it was. */
static void keeps_errno(void) {
  setenv("HOCKET_CORES", "2", 1);
  setenv("HOCKET_RESERVE", "auto", 1);
  calls = 0;
  errno = ERANGE;
  CHECK(hk_run(new_region(nothing, 2), NULL) == 1);
  CHECK(calls == 1 && errno == ERANGE);
}

int main(void) {
  asks();
  is_elsewhere();
  asks_for_the_fast();
  keeps_errno();
  for (unsigned cpu = 0; cpu < 2; cpu++)
    if (hki_platform_pin(hki_platform_self(), &cpu, 1)) {
      rests(cpu);
      return 0;
    }
  return 77;
}
