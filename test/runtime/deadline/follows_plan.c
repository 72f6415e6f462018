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
static unsigned kept_to[8], kept_count;
static bool may_be_kept = true;
static bool keep(hki_thread thread, const unsigned *list, unsigned count) {
  CHECK(hki_platform_same(thread, hki_platform_self()));
  kept_count = count;
  for (unsigned i = 0; i < count; i++)
    kept_to[i] = list[i];
  return may_be_kept;
}
#define hki_platform_clock time_of_test
#define hki_platform_pin keep
#include "deadline/planned.c"
#undef hki_platform_clock
#undef hki_platform_pin

static const struct hk_power_point points[] = {
    {500000, 0}, {1000000, 0}, {2000000, 0}};
static const unsigned big_cpus[] = {2, 3}, little_cpus[] = {0, 1},
                      other_cpus[] = {7};
static const struct hk_power_domain domains[] = {
    {"big", big_cpus, 2, points, 3, 1000, HK_POWER_SIM, 0, 0, 0},
    {"little", little_cpus, 2, points, 2, 1000, HK_POWER_SIM, 0, 0, 0},
    {"other", other_cpus, 1, points, 2, 1000, HK_POWER_SIM, 0, 0, 0},
};
static const struct hk_chip_core cores[] = {{2, 0, 0, 0}, {0, 1, 0, 0}};
static const struct hk_chip chip = {
    {.name = "test", .domains = domains, .domain_count = 3},
    .cores = cores,
    .core_count = 2};

/* Two prices: all is twice as slow at the second. */
static const unsigned char alone_at[] = {2, 0, 0, 1, 0, 0};
static const unsigned char region_at[] = {2, 1, 0, 1, 1, 0};
static const float stretch[] = {1, 2};
static const unsigned char together_at[] = {2, 1, 0, 0, 0, 0};
static struct hk_points alone, together, region;
static const struct hk_prices prices = {2, 3, 0, &alone, &together, NULL};
static const struct hk_prices thrifty = {2, 3, 1, &alone, &together, NULL};
static const unsigned cpus[] = {2, 0, 1, 3};
static struct hk_power *power;
static struct hki_planned planned;

enum { LONG = 1000000, SHORT = 1000, SOON = 1000 };

static void start(const struct hk_prices *plan) {
  struct hk_power_options options = {
      .cpus = cpus, .cpu_count = 4, .virtual_ns = virtual_ns};
  alone = (struct hk_points){alone_at, stretch, 0, 0, NULL};
  region = (struct hk_points){region_at, stretch, 0, 0, NULL};
  together = (struct hk_points){together_at, stretch, 0, 0, NULL};
  CHECK(hk_power_open(&chip.power, &options, &power) == 0);
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

static void not_for_ever(void) {
  struct hk_points other = {region_at, stretch, 0, 0, NULL};
  start(&prices);
  run(SHORT, LONG);
  run(SHORT, LONG); /* known to be short */
  CHECK(stand_at(2000000, 1000000));
  for (int i = 0; i < 3; i++) {
    hki_planned_enter(&planned, &other);
    now_ns += LONG;
    hki_planned_leave(&planned, &other);
    now_ns += LONG;
  }
  CHECK(stand_at(2000000, 500000));
  stop();
}

static void a_region_without_points(void) {
  start(&thrifty);
  CHECK(stand_at(1000000, 500000));
  hki_planned_enter(&planned, NULL);
  CHECK(stand_at(1000000, 500000));
  hki_planned_leave(&planned, NULL);
  stop();
  start(&prices);
  hki_planned_enter(&planned, NULL);
  CHECK(stand_at(2000000, 1000000));
  stop();
}

/* Where the thread could be on a slow clock, nothing is planned. */
static void the_thread_is_kept(void) {
  static const unsigned slow_first[] = {0, 2};
  struct hki_planned none = {0};
  start(&prices);
  CHECK(planned.is_kept && kept_count == 2);
  CHECK(kept_to[0] == 2 && kept_to[1] == 3);
  hki_planned_start(&none, &prices, &chip, power, slow_first, 2);
  CHECK(!none.plan);
  may_be_kept = false;
  hki_planned_start(&none, &prices, &chip, power, cpus, 4);
  CHECK(!none.plan);
  may_be_kept = true;
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

/* A constant load, with parts that are too short to lower a clock: late never.
 */
static void constant_loads_are_in_time(void) {
  struct hk_deadline loop = {.period_ns = 10ull * LONG};
  start(&prices);
  loop.since = 0;
  turn(&loop);
  for (int i = 0; i < 300; i++) {
    unsigned long long begin = now_ns;
    for (int part = 0; part < 60; part++) {
      hki_planned_enter(&planned, &region);
      now_ns += 90000ull * 2 / planned.clocks[0].now; /* at half, twice */
      hki_planned_leave(&planned, &region);
    }
    CHECK(now_ns - begin <= loop.period_ns);
    turn(&loop);
  }
  stop();
}

static void loops_that_are_left(void) {
  struct hk_deadline left = {.period_ns = LONG}, next = {.period_ns = LONG};
  start(&prices);
  turn(&left);
  now_ns += LONG / 8;
  turn(&left);
  now_ns += LONG / 8;
  turn(&left);
  CHECK(planned.price == 1);
  CHECK(!hki_planned_end_turn(&planned, &next)); /* left by longjmp */
  now_ns += 9 * LONG;
  run(LONG, LONG);
  CHECK(!planned.loop && planned.price == 0 && !planned.unusual);
  turn(&left);
  CHECK(planned.loop == &left);
  next.since = now_ns; /* runs already */
  now_ns += 9 * LONG;
  turn(&next);
  CHECK(planned.loop == &next);
  stop();
}

/* By price: of core 0, on the big clock, a task, then nothing more to do; of
 * core 1 two tasks, and then nothing. */
static const unsigned short first[] = {0, 2};
static const unsigned char wished[] = {2, 0, 1, 0, 0, 1, 0, 1, 1, 0};
static const struct hk_wishes wishes = {2, 5, first, wished};

static void run_wishing(void) {
  hki_planned_enter(&planned, &region);
  CHECK(stand_at(2000000, 1000000));
  hki_planned_wish(&planned, 1, 3);
  CHECK(stand_at(2000000, 500000));
  hki_planned_wish(&planned, 0, 1);
  CHECK(stand_at(500000, 500000));
  now_ns += LONG;
  hki_planned_leave(&planned, &region);
  now_ns += LONG;
}

static void points_change_from_task_to_task(void) {
  start(&prices);
  region.wishes = &wishes;
  hki_planned_enter(&planned, &region); /* not known to be long */
  hki_planned_wish(&planned, 0, 1);
  CHECK(stand_at(2000000, 1000000));
  now_ns += LONG;
  hki_planned_leave(&planned, &region);
  now_ns += LONG;
  for (int i = 0; i < 3; i++) {
    run_wishing();
    CHECK(stand_at(2000000, 500000)); /* what one core runs alone */
    hki_planned_wish(&planned, 0, 1); /* of a region without points */
    CHECK(stand_at(2000000, 500000));
  }
  stop();
}

/* Where another processor of the clock has asked for it, that asks for nothing
 * more while the region's own do. */
static void others_do_not_ask(void) {
  static const struct hk_chip_core second[] = {{3, 0, 0, 0}, {1, 1, 0, 0}};
  static const struct hk_chip other = {
      {.name = "test", .domains = domains, .domain_count = 3},
      .cores = second,
      .core_count = 2};
  struct hk_power_options options = {
      .cpus = cpus, .cpu_count = 4, .virtual_ns = virtual_ns};
  CHECK(hk_power_open(&other.power, &options, &power) == 0);
  hki_planned_start(&planned, &prices, &other, power, cpus, 4);
  CHECK(planned.plan == &prices && planned.clocks[0].lead == 2);
  hki_planned_begin(&planned);
  region = (struct hk_points){region_at, stretch, LONG, LONG, &wishes};
  run_wishing();
  CHECK(stand_at(2000000, 500000));
  stop();
}

/* Clocks that are up for short parts around stay up. */
static void raised_clocks_stay(void) {
  struct hk_points brief = {region_at, stretch, SHORT, SHORT, NULL};
  start(&prices);
  region = (struct hk_points){region_at, stretch, LONG, LONG, &wishes};
  hki_planned_enter(&planned, &brief);
  now_ns += SHORT;
  hki_planned_leave(&planned, &brief);
  hki_planned_enter(&planned, &region);
  hki_planned_wish(&planned, 0, 1);
  CHECK(stand_at(2000000, 1000000));
  stop();
}

/* A core that the program may not use cannot ask. */
static void all_cores_must_be_ours(void) {
  static const unsigned few[] = {2, 3};
  start(&prices);
  stop();
  struct hk_power_options options = {
      .cpus = few, .cpu_count = 2, .virtual_ns = virtual_ns};
  CHECK(hk_power_open(&chip.power, &options, &power) == 0);
  hki_planned_start(&planned, &prices, &chip, power, few, 2);
  region = (struct hk_points){region_at, stretch, LONG, LONG, &wishes};
  hki_planned_enter(&planned, &region);
  hki_planned_wish(&planned, 0, 1);
  CHECK(hk_power_now(power, 2) == 2000000);
  stop();
}

/* Of a program that is known to take 4 parts of the 10 that it has, or 8 at the
 * second price. */
static const float takes[] = {4 * LONG, 8 * LONG};

static void a_program_with_a_deadline(void) {
  static const struct hk_whole known = {10ull * LONG, takes},
                               unknown = {10ull * LONG, NULL};
  static const struct hk_prices in_time = {2, 3, 0, &alone, &together, &known},
                                nobody = {2, 3, 0, &alone, &together, &unknown};
  start(&nobody);
  CHECK(planned.price == 0 && stand_at(2000000, 500000));
  stop();
  start(&in_time);
  CHECK(planned.price == 1 && stand_at(1000000, 500000));
  run(5 * LONG, 0);
  CHECK(planned.price == 1);
  hki_planned_enter(&planned, &region);
  now_ns += 3 * LONG - LONG / 8;
  hki_planned_leave(&planned, &region); /* nearly all is done */
  CHECK(planned.price == 1);
  run(LONG, 0); /* and it goes on */
  CHECK(planned.price == 0 && stand_at(2000000, 1000000));
  struct hk_deadline loop = {.period_ns = LONG};
  CHECK(!hki_planned_end_turn(&planned, &loop));
  now_ns += 90 * LONG; /* late beyond hope */
  run(LONG, 0);
  CHECK(planned.price == 0 && !planned.loop);
  stop();
}

static void another_chip(void) {
  static const struct hk_prices foreign = {2, 2, 0, &alone, &together, NULL};
  struct hki_planned none = {0};
  static const unsigned elsewhere[] = {9};
  hki_planned_start(&none, &foreign, &chip, NULL, cpus, 4);
  CHECK(!none.plan);
  hki_planned_start(&none, &prices, &chip, NULL, elsewhere, 1);
  CHECK(!none.plan && !none.clocks);
  hki_planned_begin(&none);
  hki_planned_enter(&none, &region);
  hki_planned_leave(&none, &region);
}

int main(void) {
  idle_clocks_are_low();
  long_parts_lower();
  short_gaps_do_not();
  short_regions_only_raise();
  not_for_ever();
  a_region_without_points();
  the_thread_is_kept();
  in_time_by_the_least_price();
  catches_up();
  constant_loads_are_in_time();
  loops_that_are_left();
  points_change_from_task_to_task();
  others_do_not_ask();
  raised_clocks_stay();
  all_cores_must_be_ours();
  a_program_with_a_deadline();
  another_chip();
  return 0;
}
