/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks that follow a plan, on virtual ones and by a clock of this test: which
 * points are asked for around regions, and in loops with a deadline.
 */
#include "check.h"

#include "platform/platform.h"

static unsigned long long now_ns;
static unsigned long long time_of_test(void) { return now_ns; }
static unsigned long long virtual_ns(void *context) {
  (void)context;
  return now_ns;
}
#define hki_platform_clock time_of_test
#include "deadline/planned.c"
#undef hki_platform_clock

static const struct hk_power_point points[] = {
    {500000, 0}, {1000000, 0}, {2000000, 0}};
static const unsigned big_cpus[] = {2, 3}, little_cpus[] = {0, 1},
                      other_cpus[] = {7};
static const struct hk_power_domain domains[] = {
    {"big", big_cpus, 2, points, 3, 1000, HK_POWER_SIM, 0, 0, 0},
    {"little", little_cpus, 2, points, 2, 1000, HK_POWER_SIM, 0, 0, 0},
    {"other", other_cpus, 1, points, 2, 1000, HK_POWER_SIM, 0, 0, 0},
};
static const struct hk_power_chip chip = {
    .name = "test", .domains = domains, .domain_count = 3};

/* Two prices: all is twice as slow at the second. */
static const unsigned char alone_at[] = {2, 0, 0, 1, 0, 0};
static const unsigned char region_at[] = {2, 1, 0, 1, 1, 0};
static const float stretch[] = {1, 2};
static struct hk_points alone, region;
static const struct hk_prices prices = {2, 3, 0, &alone};
static const struct hk_prices thrifty = {2, 3, 1, &alone};
static struct hk_power *power;
static struct hki_planned planned;

enum { LONG = 1000000, SHORT = 1000, SOON = 1000 };

static void start(const struct hk_prices *plan) {
  static const unsigned cpus[] = {0, 1, 2, 3};
  struct hk_power_options options = {
      .cpus = cpus, .cpu_count = 4, .virtual_ns = virtual_ns};
  alone = (struct hk_points){alone_at, stretch, 0, 0};
  region = (struct hk_points){region_at, stretch, 0, 0};
  CHECK(hk_power_open(&chip, &options, &power) == 0);
  for (unsigned i = 0; i < 4; i++)
    hk_power_point(power, i, 99);
  hki_planned_start(&planned, plan, &chip, power, cpus, 4);
  CHECK(planned.plan == plan);
  hki_planned_begin(&planned);
}

static void stop(void) {
  free(planned.clocks);
  hk_power_close(power);
}

static bool stand_at(long big, long little) {
  now_ns += 1000;
  return hk_power_now(power, 3) == big && hk_power_now(power, 0) == little;
}

/* A region, then something that one core does. */
static void run(unsigned ns, unsigned after_ns) {
  hki_planned_enter(&planned, &region);
  now_ns += ns;
  hki_planned_leave(&planned, &region);
  now_ns += after_ns;
}

static void idle_clocks_are_low(void) {
  start(&prices);
  CHECK(planned.clocks[2].lead == -1); /* none of ours */
  CHECK(stand_at(2000000, 500000));
  hki_planned_enter(&planned, &region);
  CHECK(stand_at(2000000, 1000000));
  stop();
}

static void long_parts_lower(void) {
  start(&prices);
  run(LONG, LONG); /* not known yet: stays up behind it */
  CHECK(stand_at(2000000, 1000000));
  run(LONG, LONG);
  CHECK(stand_at(2000000, 500000));
  stop();
}

static void short_gaps_do_not(void) {
  start(&prices);
  for (int i = 0; i < 5; i++)
    run(LONG, SOON);
  CHECK(stand_at(2000000, 1000000));
  stop();
}

static void short_regions_only_raise(void) {
  start(&prices);
  for (int i = 0; i < 5; i++)
    run(SHORT, LONG);
  CHECK(stand_at(2000000, 1000000));
  stop();
}

static void a_region_without_points(void) {
  start(&thrifty);
  CHECK(stand_at(1000000, 500000));
  hki_planned_enter(&planned, NULL);
  CHECK(stand_at(2000000, 1000000));
  hki_planned_leave(&planned, NULL);
  CHECK(stand_at(1000000, 500000));
  stop();
}

static void turn(struct hk_deadline *loop) {
  CHECK(hki_planned_end_turn(&planned, loop));
  if (loop->since != 0 && now_ns < loop->since + loop->period_ns)
    now_ns = loop->since + loop->period_ns; /* the period is waited for */
  loop->since = now_ns;
  hki_planned_begin_turn(&planned, loop);
}

static void in_time_by_the_least_price(void) {
  struct hk_deadline loop = {.period_ns = 10ull * LONG};
  start(&prices);
  now_ns += 1;
  turn(&loop); /* nothing is known of the first iteration */
  CHECK(planned.price == 0);
  now_ns += 4ull * LONG;
  turn(&loop); /* 8 at half the clock: in time */
  CHECK(planned.price == 1 && planned.unusual);
  CHECK(stand_at(1000000, 500000));
  now_ns += 8ull * LONG;
  turn(&loop);
  CHECK(planned.price == 1);
  now_ns += 9800000; /* needs more */
  turn(&loop);
  CHECK(planned.price == 0 && stand_at(2000000, 500000));
  struct hk_deadline other = {.period_ns = LONG};
  CHECK(!hki_planned_end_turn(&planned, &other));
  hki_planned_end_loop(&planned, &other);
  CHECK(planned.loop == &loop);
  hki_planned_end_loop(&planned, &loop);
  CHECK(planned.loop == NULL && !planned.unusual);
  stop();
}

static void catches_up(void) {
  struct hk_deadline loop = {.period_ns = 10ull * LONG};
  start(&prices);
  turn(&loop);
  for (int i = 0; i < 2; i++) {
    run(2 * LONG, 2 * LONG); /* at the highest points 4 */
    turn(&loop);
  }
  CHECK(planned.price == 1);
  run(9 * LONG, 0); /* twice what was expected: what is left has less */
  CHECK(planned.price == 0 && stand_at(2000000, 500000));
  stop();
}

static void another_chip(void) {
  static const struct hk_prices foreign = {2, 2, 0, &alone};
  struct hki_planned none = {0};
  static const unsigned cpus[] = {0}, elsewhere[] = {9};
  hki_planned_start(&none, &foreign, &chip, NULL, cpus, 1);
  CHECK(!none.plan);
  hki_planned_start(&none, &prices, &chip, NULL, elsewhere, 1);
  CHECK(!none.plan && !none.clocks);
  hki_planned_enter(&none, &region);
  hki_planned_leave(&none, &region);
}

int main(void) {
  idle_clocks_are_low();
  long_parts_lower();
  short_gaps_do_not();
  short_regions_only_raise();
  a_region_without_points();
  in_time_by_the_least_price();
  catches_up();
  another_chip();
  return 0;
}
