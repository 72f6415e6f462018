/* SPDX-License-Identifier: Apache-2.0
 *
 * What nets decide, told times that nobody measured: the slower way is left
 * within a few entries, what finding out loses stays within its bound, and
 * changes of the machine and of sizes are followed.
 */
#include "team/verdict.h"
#include "check.h"

/* A region of a made-up program on a made-up machine. */
struct model {
  struct hk_net net;
  double parallel, sequential; /* ns for each unit of work */
  unsigned entries, slow;      /* all; those that took the slower way */
  double took, best;           /* ns: all entries; the faster way each time */
  double parallel_took;        /* all of them in parallel */
};

static struct model new_model(double parallel, double sequential) {
  return (struct model){
      .net = {"model", 2, 0, 0, 0, 0, {0}, {{{0}, 0, 0, 0, 0, 0, 0}}},
      .parallel = parallel,
      .sequential = sequential};
}

/* One entry; `delay` is added to it. Returns whether it was sequential. */
static bool enter(struct model *m, double work, double delay) {
  unsigned at = hk_size_of(work), *state = &m->net.state[at], skip;
  struct hk_size *size = &m->net.sizes[at];
  bool asks = *state < 2;
  bool is_sequential = asks ? hki_net_next(size) : *state & 1;
  double parallel = m->parallel * work, sequential = m->sequential * work;
  double ns = is_sequential ? sequential : parallel;
  double best = parallel < sequential ? parallel : sequential;
  m->entries++;
  m->slow += ns > best;
  m->took += ns;
  m->best += best;
  m->parallel_took += parallel;
  if (!asks) {
    *state -= 2;
    return is_sequential;
  }
  hki_net_learn(&m->net, size, work, ns + delay, is_sequential, &skip);
  *state = 2 * skip + size->is_sequential;
  return is_sequential;
}

static void enter_often(struct model *m, unsigned times, double work) {
  while (times--)
    enter(m, work, 0);
}

static bool is_sequential(const struct model *m, double work) {
  return m->net.sizes[hk_size_of(work)].is_sequential;
}

/* Thirty times slower, short: left at once, and looked at again so seldom that
 * it costs nothing. */
static void slow_parallel_is_left(void) {
  struct model m = new_model(30, 1);
  enter_often(&m, 5, 1000);
  CHECK(is_sequential(&m, 1000));
  CHECK(m.slow == 3);
  enter_often(&m, 1000000, 1000);
  CHECK(m.took < m.best * 1.03);
}

/* Long entries: what is as slow as that is left after the first. */
static void slow_long_entries_are_left(void) {
  struct model m = new_model(30, 1);
  enter_often(&m, 10, 1e8);
  CHECK(is_sequential(&m, 1e8));
  CHECK(m.slow == 1);
  /* Twice as long as expected, sequentially as expected. */
  m = new_model(2.5, 1);
  enter_often(&m, 10, 1e8);
  CHECK(is_sequential(&m, 1e8));
  CHECK(m.slow <= 4);
}

/* The model was wrong about both: no reason to be suspicious, and yet. */
static void somewhat_slow_is_left_in_time(void) {
  struct model m = new_model(1.3, 1);
  enter_often(&m, 60, 1e7);
  CHECK(is_sequential(&m, 1e7));
}

/* What is lost where parallel is right: the bound that docs/runtime/net.md
 * states, for entries from 1 us to 1 s. */
static void fast_parallel_loses_little(void) {
  for (double work = 1e3; work < 2e9; work *= 3) {
    struct model m = new_model(0.55, 1);
    for (unsigned i = 0; i < 3000; i++) {
      enter(&m, work, 0);
      CHECK(m.took - m.parallel_took <=
            HKI_NET_FREE_NS + m.took / HKI_NET_SHARE + 2);
    }
    CHECK(!is_sequential(&m, work));
    double free =
        HKI_NET_FREE_NS < m.took / 100 ? HKI_NET_FREE_NS : m.took / 20;
    CHECK(m.took - m.best < free + m.took / HKI_NET_SHARE);
  }
}

/* A long entry is not run sequentially for curiosity. */
static void long_entries_are_left_alone(void) {
  struct model m = new_model(0.55, 1);
  for (unsigned i = 0; i < 40; i++)
    CHECK(!enter(&m, 1e8, 0));
}

/* Suspicious by a model that was wrong by ten times: a quarter is lost at most,
 * and soon nothing more. */
static void a_wrong_model_costs_little(void) {
  struct model m = new_model(5.5, 10);
  enter_often(&m, 4, 1e8);
  CHECK(m.took < 1.5 * m.best);
  enter_often(&m, 400, 1e8);
  CHECK(m.took < 1.03 * m.best);
}

/* Work that was overrated by a thousand times may be too little to divide: 2.4
 * ms in each entry here. */
static void overrated_work_is_looked_at_soon(void) {
  struct model m = new_model(2.4e-3, 0.5e-3);
  enter_often(&m, 12, 1e9);
  CHECK(is_sequential(&m, 1e9));
  CHECK(m.slow <= 4);
}

/* Where it is not, finding out costs 5 ms at most, and entries of 30 ms are
 * left alone. */
static void overrated_work_may_be_right(void) {
  struct model m = new_model(2.4e-3, 4.6e-3);
  enter_often(&m, 12, 1e9);
  CHECK(!is_sequential(&m, 1e9));
  CHECK(m.took - m.best <= 5e6);
  m = new_model(30e-3, 58e-3);
  for (unsigned i = 0; i < 40; i++)
    CHECK(!enter(&m, 1e9, 0));
}

/* Each size has its verdict. */
static void sizes_are_told_apart(void) {
  struct model m = new_model(0.55, 1);
  for (unsigned i = 0; i < 4000; i++) {
    m.parallel = 0.55;
    enter(&m, 1e5, 0);
    m.parallel = 5; /* the waits count for more */
    enter(&m, 5e3, 0);
  }
  CHECK(!is_sequential(&m, 1e5));
  CHECK(is_sequential(&m, 5e3));
  /* Entries from 64 to 256 us have one verdict: what counts is time for work.
   */
  m = new_model(0.9, 1);
  for (unsigned i = 0; i < 4000; i++)
    enter(&m, i % 2 ? 7e4 : 2.4e5, 0);
  CHECK(!is_sequential(&m, 1e5));
}

/* Others want the processors for a while: entries turn sequential, and back. */
static void a_crowd_comes_and_goes(void) {
  struct model m = new_model(0.55, 1);
  enter_often(&m, 20000, 1e5);
  CHECK(!is_sequential(&m, 1e5));
  m.parallel = 4;
  unsigned entries = 0;
  for (; !is_sequential(&m, 1e5); entries++)
    enter(&m, 1e5, 0);
  CHECK(entries <= HKI_NET_BETWEEN_NS / 55000 + 4);
  CHECK(m.net.sizes[hk_size_of(1e5)].distance == 2); /* it is checked soon */
  enter_often(&m, 20000, 1e5);
  CHECK(is_sequential(&m, 1e5));
  m.parallel = 0.55;
  for (entries = 0; is_sequential(&m, 1e5); entries++)
    enter(&m, 1e5, 0);
  CHECK(entries <= 2 * HKI_NET_BETWEEN_NS / 1e5);
}

/* An entry that was interrupted once decides nothing. */
static void one_delay_decides_nothing(void) {
  for (double work = 1e3; work < 2e7; work *= 10)
    for (unsigned delayed = 0; delayed < 40; delayed++) {
      struct model m = new_model(0.55, 1);
      for (unsigned i = 0; i < 60; i++) {
        enter(&m, work, i == delayed ? 4e6 : 0);
        CHECK(!is_sequential(&m, work));
      }
    }
}

/* The same times over and over: rounds come at doubling distances. */
static void rounds_get_rarer(void) {
  struct model m = new_model(0.55, 1);
  unsigned asked = 0;
  for (unsigned i = 0; i < 1000000; i++) {
    asked += m.net.state[hk_size_of(2e3)] < 2;
    enter(&m, 2e3, 0);
  }
  CHECK(asked < 5 * 30);
}

/* What a thread tells of an entry that began in another phase is forgotten. */
static void late_news_are_forgotten(void) {
  struct model m = new_model(0.55, 1);
  enter_often(&m, 3, 1e5);
  struct hk_size *size = &m.net.sizes[hk_size_of(1e5)];
  CHECK(size->phase == HKI_NET_OTHER);
  struct hk_size before = *size;
  unsigned skip;
  CHECK(!hki_net_learn(&m.net, size, 1e5, 1, false, &skip));
  CHECK(skip == 0 && size->phase == before.phase &&
        size->taken == before.taken);
}

/* Work and times that make no sense. */
static void nonsense_does_no_harm(void) {
  struct model m = new_model(0, 0);
  enter_often(&m, 1000, 0);
  enter_often(&m, 1000, 1e300);
  CHECK(hk_size_of(0) == 0 && hk_size_of(1023) == 0 && hk_size_of(4096) == 1);
  CHECK(hk_size_of(1e300) == hk_sizes - 1);
}

int main(void) {
  slow_parallel_is_left();
  slow_long_entries_are_left();
  overrated_work_is_looked_at_soon();
  overrated_work_may_be_right();
  somewhat_slow_is_left_in_time();
  fast_parallel_loses_little();
  long_entries_are_left_alone();
  a_wrong_model_costs_little();
  sizes_are_told_apart();
  a_crowd_comes_and_goes();
  one_delay_decides_nothing();
  rounds_get_rarer();
  late_news_are_forgotten();
  nonsense_does_no_harm();
  return 0;
}
