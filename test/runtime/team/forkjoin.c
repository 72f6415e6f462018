/* SPDX-License-Identifier: Apache-2.0
 *
 * Recursive fork-join tasks: every part runs once, results are seen by who
 * asked for them, no stack holds two calls of one level, and calls from within
 * a region or from a second thread run as they are.
 */
#include "check.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

enum { CORES = 4 };

struct task {
  struct hk_task head;
  unsigned n;
  unsigned long result;
};

static unsigned long plain_calls;

static unsigned long plain(unsigned n) {
  __atomic_fetch_add(&plain_calls, 1, __ATOMIC_RELAXED);
  return n < 2 ? n : plain(n - 1) + plain(n - 2);
}

static void run(struct hk_task *head, const struct hk_here *here);

/* The level of the call that this thread is in. */
static __thread unsigned inside;

/* Unlike parts, and as many as `n` says. */
static unsigned long part(const struct hk_here *here, unsigned n) {
  if (n < 2)
    return n;
  struct task tasks[3] = {{{.run = run}, n - 1, 0},
                          {{.run = run}, n - 2, 0},
                          {{.run = n % 2 ? run : NULL}, 0, 0}};
  unsigned outer = inside;
  inside = here->level;
  hk_together(here, &tasks[0].head, sizeof *tasks, n % 3 == 0 ? 3 : 2);
  inside = outer;
  return tasks[0].result + tasks[1].result + tasks[2].result;
}

static void run(struct hk_task *head, const struct hk_here *here) {
  struct task *task = (struct task *)head;
  CHECK(here->level == 0 || here->level > inside);
  task->result = here->share > 1 ? part(here, task->n) : plain(task->n);
}

static hk_core_program *const programs[CORES] = {hk_lead, hk_help, hk_help,
                                                 hk_help};
static struct hk_span spans[1] = {{LLONG_MAX, LLONG_MIN}};
static struct hk_divide always = {
    {"test", CORES, programs, 0, 0, 1}, 0, spans, 1, 0, 0, 0};

static unsigned long divided(struct hk_divide *divide, unsigned n) {
  struct task root = {{.run = run}, n, 0};
  long long sizes[] = {n};
  if (hk_is_short(divide, sizes))
    return plain(n);
  hk_divide_call(divide, &root.head, sizes);
  return root.result;
}

static void check_results(void) {
  for (unsigned round = 0; round < 50; round++)
    for (unsigned n = 0; n < 20; n++)
      CHECK(divided(&always, n) == plain(n));
}

static void from_region(struct hk_core *core, void *frame) {
  (void)frame;
  CHECK(divided(&always, 10 + core->id) == plain(10 + core->id));
}

static void *from_thread(void *unused) {
  check_results();
  return unused;
}

static void check_threads(void) {
  pthread_t other;
  CHECK(pthread_create(&other, NULL, from_thread, NULL) == 0);
  check_results();
  CHECK(pthread_join(other, NULL) == 0);
}

/* Calls that are short are run as they are, nearly always; longer ones not. */
static void check_short(void) {
  static struct hk_span span[1] = {{LLONG_MAX, LLONG_MIN}};
  static struct hk_divide never = {
      {"test", CORES, programs, 0, 0, 1}, ~0ULL / 4, span, 1, 0, 0, 0};
  CHECK(divided(&never, 8) == plain(8));
  CHECK(span[0].least == 8 && span[0].most == 8 && never.skip == 1);
  CHECK(divided(&never, 9) == plain(9));
  CHECK(span[0].most == 9 && never.skip == 3);
  unsigned looked = 0;
  for (unsigned i = 0; i < 1000; i++) {
    looked += never.skip == 0;
    CHECK(divided(&never, 8 + i % 2) == 21 + i % 2 * 13);
  }
  CHECK(looked < 20);
}

int main(void) {
  setenv("HOCKET_CORES", "4", 1);
  check_results();
  check_threads();
  CHECK(hk_run(new_region(from_region, CORES), NULL));
  check_short();
  CHECK(plain_calls > 0);
  return 0;
}
