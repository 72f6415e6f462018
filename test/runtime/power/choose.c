/* SPDX-License-Identifier: Apache-2.0
 *
 * How a core waits, by the length of the gap: the choice, the prediction, and
 * the wait instruction of this processor (or spinning, where it has none).
 */
#include "check.h"
#include "platform/platform.h"
#include "waits/doze.h"

#include <pthread.h>

static const struct hk_idle_state states[] = {
    {"WFI", 0, 1000, 1000, 0},
    {"core off", 100000, 250000, 900000, 0},
    {"cluster off", 200000, 500000, 2500000, 0},
};

static void choices(void) {
  static const struct hk_idle_table table = {states, 3, 2000, 50000, 0};
  static const struct {
    uint64_t expected_ns;
    enum hk_wait_kind kind;
    int state;
  } rows[] = {
      {0, HK_WAIT_SPIN, -1},       {1, HK_WAIT_SPIN, -1},
      {999, HK_WAIT_SPIN, -1},     {1000, HK_WAIT_SPIN, 0},
      {1999, HK_WAIT_SPIN, 0},     {2000, HK_WAIT_DOZE, 0},
      {50999, HK_WAIT_DOZE, 0},    {51000, HK_WAIT_SLEEP, 0},
      {899999, HK_WAIT_SLEEP, 0},  {900000, HK_WAIT_SLEEP, 1},
      {2500000, HK_WAIT_SLEEP, 2}, {UINT64_MAX, HK_WAIT_SLEEP, 2},
  };
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    CHECK(hk_choose_wait(&table, rows[i].expected_ns) == rows[i].kind);
    CHECK(hk_choose_state(&table, rows[i].expected_ns) == rows[i].state);
  }
}

static void with_less_to_choose_from(void) {
  struct hk_idle_table table = {states, 3, 0, 50000, 0};
  CHECK(hk_choose_wait(&table, 50999) == HK_WAIT_SPIN);
  table.state_count = 0;
  CHECK(hk_choose_wait(&table, 49999) == HK_WAIT_SPIN);
  CHECK(hk_choose_wait(&table, 50000) == HK_WAIT_SLEEP);
  CHECK(hk_choose_state(&table, UINT64_MAX) == -1);
  table.offline_ns = 1000000000;
  CHECK(hk_choose_wait(&table, 999999999) == HK_WAIT_SLEEP);
  CHECK(hk_choose_wait(&table, 1000000000) == HK_WAIT_OFFLINE);
  CHECK(hk_choose_wait(&table, 0) == HK_WAIT_SPIN);
}

/* The deepest state that pays need not be the last one that does not exceed the
 * gap in a list that is out of order. */
static void a_deeper_state_may_pay_sooner(void) {
  static const struct hk_idle_state odd[] = {{"a", 0, 0, 5000, 0},
                                             {"b", 0, 0, 3000, 0}};
  static const struct hk_idle_table table = {odd, 2, 0, 100, 0};
  CHECK(hk_choose_state(&table, 3000) == 1);
  CHECK(hk_choose_wait(&table, 3099) == HK_WAIT_SPIN);
  CHECK(hk_choose_wait(&table, 3100) == HK_WAIT_SLEEP);
}

static void prediction(void) {
  struct hk_gap gap = {0, 0, 0};
  CHECK(hk_gap_predict(&gap) == 0);
  hk_gap_learn(&gap, 1000);
  CHECK(hk_gap_predict(&gap) == 0); /* one is not enough */
  hk_gap_learn(&gap, 1000);
  CHECK(hk_gap_predict(&gap) == 1000);
  hk_gap_learn(&gap, 9000); /* one long gap among short ones */
  CHECK(hk_gap_predict(&gap) == 3000);
  hk_gap_learn(&gap, 600); /* a short one is believed at once */
  CHECK(hk_gap_predict(&gap) == 600);
  for (unsigned i = 0; i < 100; i++)
    hk_gap_learn(&gap, 80000);
  CHECK(hk_gap_predict(&gap) > 79000 && hk_gap_predict(&gap) <= 80000);
  hk_gap_learn(&gap, UINT64_MAX);
  CHECK(hk_gap_predict(&gap) > 80000);
}

static unsigned word;
static int plain;

static void *change(void *unused) {
  (void)unused;
  usleep(2000);
  plain = 7;
  __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
  return NULL;
}

/* Ends by the store, which brings what was stored before it; by the deadline;
 * and does not begin where the word is another already. */
static void doze(void) {
  for (unsigned i = 0; i < 20; i++) {
    pthread_t thread;
    word = 0;
    plain = 0;
    CHECK(pthread_create(&thread, NULL, change, NULL) == 0);
    hki_doze(&word, 0, ~0ull);
    CHECK(plain == 7 && word == 1);
    CHECK(pthread_join(thread, NULL) == 0);
  }
  unsigned long long end = hki_platform_clock() + 3000000;
  hki_doze(&word, 1, end);
  CHECK(hki_platform_clock() >= end && word == 1);
  hki_doze(&word, 0, ~0ull);
  hki_doze(&word, 1, 0);
  printf("%s\n", hki_can_doze() ? "dozes" : "cannot doze, spins");
}

static struct hk_flag flag;

static void *signal_later(void *argument) {
  usleep(1000);
  hk_signal(&flag, *(unsigned *)argument);
  return NULL;
}

/* Whatever way is chosen, the wait ends with the signal. */
static void gates(void) {
  static const unsigned cpus[] = {0};
  static const uint64_t expected[] = {0, 100, 5000, 100000, 100000000};
  struct hk_gate_options options = {.cpus = cpus, .cpu_count = 1};
  struct hk_gates *gates;
  CHECK(hk_gate_open(NULL, &options, &gates) == 0);
  CHECK(hk_gate_table(gates, 0) && !hk_gate_table(gates, 1));
  for (unsigned i = 1; i <= 20; i++) {
    pthread_t thread;
    unsigned number = i;
    CHECK(pthread_create(&thread, NULL, signal_later, &number) == 0);
    enum hk_wait_kind kind = hk_gate(gates, i % 2, &flag, i, expected[i % 5]);
    CHECK((int)(flag.value - i) >= 0 && kind != HK_WAIT_OFFLINE);
    CHECK(i % 2 == 0 || kind == HK_WAIT_SPIN); /* 1 has no gate */
    CHECK(pthread_join(thread, NULL) == 0);
  }
  CHECK(hk_gate(gates, 0, &flag, 1, 1000000) >= HK_WAIT_SPIN); /* long ago */
  hk_gate_close(gates);
  hk_gate_close(NULL);
}

int main(void) {
  choices();
  with_less_to_choose_from();
  a_deeper_state_may_pay_sooner();
  prediction();
  doze();
  gates();
  return 0;
}
