/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests by core on virtual clocks: combined by maximum over the cores of a
 * clock, also when many threads ask at once; logged; in effect after the
 * transition time; and back ends by name.
 */
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>

static const struct hk_power_point points[] = {
    {500000, 800000}, {1000000, 900000}, {2000000, 1100000}};
static const unsigned low_cpus[] = {0, 1, 2, 3}, high_cpus[] = {5};
static const struct hk_power_domain domains[] = {
    {.name = "low",
     .cpus = low_cpus,
     .cpu_count = 4,
     .points = points,
     .point_count = 3,
     .transition_ns = 50000},
    {.name = "high",
     .cpus = high_cpus,
     .cpu_count = 1,
     .points = points,
     .point_count = 2},
};
static const struct hk_power_chip chip = {
    .name = "test", .domains = domains, .domain_count = 2};

static unsigned long long now_ns;
static bool is_slow; /* the time is asked for while the clock is being set */

static unsigned long long virtual_ns(void *context) {
  CHECK(context == &now_ns);
  if (is_slow)
    sched_yield();
  return now_ns;
}

static struct hk_power *opened(enum hk_power_backend backend) {
  struct hk_power_options options = {
      .backend = backend, .virtual_ns = virtual_ns, .context = &now_ns};
  struct hk_power *power;
  CHECK(hk_power_open(&chip, &options, &power) == 0);
  return power;
}

static void combines_by_maximum(void) {
  struct hk_power *power = opened(HK_POWER_SIM);
  CHECK(hk_power_now(power, 0) == 2000000);
  CHECK(hk_power_now(power, 5) == 1000000);
  CHECK(hk_power_request(power, 0, 600000) == 1); /* up to the next point */
  now_ns += 50000;
  CHECK(hk_power_now(power, 3) == 1000000);
  CHECK(hk_power_request(power, 1, 500000) == 0);
  CHECK(hk_power_point(power, 0, 0) == 1);
  now_ns += 49999;
  CHECK(hk_power_now(power, 0) == 1000000); /* on its way */
  now_ns += 1;
  CHECK(hk_power_now(power, 0) == 500000);
  CHECK(hk_power_point(power, 2, 77) == 1);
  CHECK(hk_power_point(power, 1, 1) == 0);
  CHECK(hk_power_release(power, 2) == 1); /* 1 still asks for 1 GHz */
  now_ns += 50000;
  CHECK(hk_power_now(power, 0) == 1000000);
  CHECK(hk_power_release(power, 1) == 1);
  CHECK(hk_power_release(power, 0) == 1); /* nobody asks: full speed */
  now_ns += 50000;
  CHECK(hk_power_now(power, 0) == 2000000);
  CHECK(hk_power_now(power, 5) == 1000000);
  struct hk_power_event event;
  CHECK(hk_power_log(power, 1, 1, &event) == 0);
  CHECK(event.from_khz == 1000000 && event.to_khz == 500000);
  CHECK(hk_power_log(power, 1, 6, &event) == -ENOENT);
  struct hk_power_counts counts;
  hk_power_count(power, &counts);
  CHECK(counts.requests == 8 && counts.changes == 6);
  CHECK(counts.clamped == 0 && counts.refused == 0 && counts.replaced == 0);
  hk_power_close(power);
}

static void knows_its_cores(void) {
  struct hk_power *power = opened(HK_POWER_SIM);
  CHECK(hk_power_request(power, 4, 1) == -ENODEV);
  CHECK(hk_power_point(power, 1000000, 1) == -ENODEV);
  CHECK(hk_power_now(power, 6) == -ENODEV);
  struct hk_power_clock one, other;
  CHECK(hk_power_describe(power, 0, &one) == 0);
  CHECK(hk_power_describe(power, 3, &other) == 0);
  CHECK(one.number == other.number && one.backend == HK_POWER_SIM);
  CHECK(one.point_count == 3 && one.points[2].microvolts == 1100000);
  CHECK(one.transition_ns == 50000);
  CHECK(hk_power_describe(power, 5, &other) == 0);
  CHECK(one.number != other.number);
  CHECK(hk_power_describe(power, 4, &other) == -ENODEV);
  hk_power_close(power);
  unsigned used[] = {2};
  struct hk_power_options options = {
      .backend = HK_POWER_SIM, .cpus = used, .cpu_count = 1};
  CHECK(hk_power_open(&chip, &options, &power) == 0);
  CHECK(hk_power_request(power, 2, 1) == 1);
  CHECK(hk_power_request(power, 1, 1) == -ENODEV);
  CHECK(hk_power_request(power, 5, 1) == -ENODEV);
  hk_power_close(power);
}

static void keeps_the_newest_events(void) {
  struct hk_power *power = opened(HK_POWER_SIM);
  for (unsigned i = 0; i < 5000; i++)
    CHECK(hk_power_point(power, 5, i % 2) == 1);
  struct hk_power_event event;
  CHECK(hk_power_log(power, 5, 5000 - 4097, &event) == -ENOENT);
  CHECK(hk_power_log(power, 5, 5000 - 4096, &event) == 0);
  CHECK(event.from_khz == 1000000 && event.to_khz == 500000);
  CHECK(hk_power_log(power, 5, 4999, &event) == 0 && event.to_khz == 1000000);
  hk_power_close(power);
}

static void none_takes_everything(void) {
  struct hk_power *power = opened(HK_POWER_NONE);
  CHECK(hk_power_request(power, 0, 500000) == 0);
  CHECK(hk_power_now(power, 0) == -ENOTSUP);
  struct hk_power_event event;
  CHECK(hk_power_log(power, 0, 0, &event) == -ENOTSUP);
  struct hk_power_counts counts;
  hk_power_count(power, &counts);
  CHECK(counts.requests == 1 && counts.changes == 0);
  hk_power_close(power);
  hk_power_close(NULL);
}

static void senseless_chips_are_refused(void) {
  struct hk_power_domain domain = domains[0];
  const struct hk_power_point falling[] = {{1000, 0}, {1000, 0}};
  const struct hk_power_chip one = {"bad", &domain, 1, NULL, 0};
  struct hk_power *power;
  domain.point_count = 0;
  CHECK(hk_power_open(&one, NULL, &power) == -EINVAL && !power);
  domain.point_count = 2;
  domain.points = falling;
  CHECK(hk_power_open(&one, NULL, &power) == -EINVAL);
  struct hk_power_options options = {.backend = (enum hk_power_backend)77};
  CHECK(hk_power_open(NULL, &options, &power) == -EINVAL);
}

static void have_names(void) {
  for (unsigned i = HK_POWER_AUTO; i <= HK_POWER_NONE; i++) {
    enum hk_power_backend backend;
    CHECK(hk_power_named(hk_power_name((enum hk_power_backend)i), &backend) ==
          0);
    CHECK(backend == (enum hk_power_backend)i);
  }
  enum hk_power_backend backend;
  CHECK(hk_power_named("fast", &backend) == -EINVAL);
  CHECK(strcmp(hk_power_name(HK_POWER_MMIO), "mmio") == 0);
}

/* In each round each thread asks for its core, at random. The highest of the
 * last wishes must then be in effect, however the requests came between each
 * other. */
enum { THREADS = 3, ROUNDS = 4000, REQUESTS = 4 };

static struct hk_power *shared;
static unsigned last[THREADS];
static unsigned arrived;

static void meet(unsigned *met) {
  *met += THREADS;
  __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < *met)
    sched_yield();
}

static void check_highest(void) {
  unsigned most = 0;
  for (unsigned i = 0; i < THREADS; i++)
    most = last[i] > most ? last[i] : most;
  now_ns += 50000;
  CHECK(hk_power_now(shared, 0) == (long)points[most].khz);
}

static void *ask(void *argument) {
  unsigned cpu = *(unsigned *)argument, random = cpu * 77, met = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    meet(&met);
    for (unsigned i = 0; i < REQUESTS; i++) {
      last[cpu] = next_random(&random) % 3;
      CHECK(hk_power_point(shared, cpu, last[cpu]) >= 0);
    }
    /* This also settles: not always, or it would hide a lost wish. */
    long khz = round % 8 ? -EAGAIN : hk_power_now(shared, cpu);
    CHECK(khz >= 500000 || khz == -EAGAIN);
    meet(&met);
    if (cpu == 0)
      check_highest();
  }
  return NULL;
}

static void combines_when_all_ask_at_once(void) {
  pthread_t threads[THREADS];
  unsigned cpus[THREADS];
  shared = opened(HK_POWER_SIM);
  is_slow = true;
  for (unsigned i = 0; i < THREADS; i++) {
    cpus[i] = i;
    CHECK(pthread_create(&threads[i], NULL, ask, &cpus[i]) == 0);
  }
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  hk_power_close(shared);
}

int main(void) {
  combines_by_maximum();
  knows_its_cores();
  keeps_the_newest_events();
  none_takes_everything();
  senseless_chips_are_refused();
  have_names();
  combines_when_all_ask_at_once();
  return 0;
}
