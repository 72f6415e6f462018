/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads of the program's own enter regions. While one is in, the others are
 * refused at once; each that gets in has the team for itself.
 */
#include "check.h"

#include <pthread.h>

enum { CORES = 2, THREADS = 4 };

static struct hk_region *held, *counted;
static struct hk_flag inside, release;
static unsigned in_region, total; /* plain: one entrant at a time */

static void hold(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == 0)
    hk_signal(&inside, 1);
  hk_wait(&release, 1);
}

static void *enter_held(void *unused) {
  CHECK(hk_run(held, NULL));
  return unused;
}

/* A second thread while the first is surely inside. */
static void check_refusal(void) {
  pthread_t first;
  CHECK(pthread_create(&first, NULL, enter_held, NULL) == 0);
  hk_wait(&inside, 1);
  CHECK(hk_run(counted, NULL) == 0);
  hk_signal(&release, 1);
  CHECK(pthread_join(first, NULL) == 0);
}

static void count(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == 1)
    total++;
  else
    CHECK(in_region++ == 0);
}

static void *enter_often(void *argument) {
  unsigned *ran = argument;
  for (unsigned i = 0; i < 5000; i++) {
    if (hk_run(counted, &in_region))
      ++*ran;
    if (i % 512 == 0)
      usleep(100);
  }
  return NULL;
}

static void leave(struct hk_core *core, void *frame) {
  count(core, frame);
  if (core->id == 0)
    in_region--;
}

int main(void) {
  setenv("HOCKET_CORES", "2", 1);
  held = new_region(hold, CORES);
  counted = new_region(leave, CORES);
  check_refusal();
  pthread_t threads[THREADS];
  unsigned ran[THREADS] = {0}, sum = 0;
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, enter_often, &ran[i]) == 0);
  for (unsigned i = 0; i < THREADS; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
    sum += ran[i];
  }
  CHECK(sum > 0 && sum == total);
  CHECK(hk_run(counted, NULL));
  return 0;
}
