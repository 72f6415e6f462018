/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints nanoseconds of a barrier, of a hand-over from core to core, of entering
 * and leaving an empty region, and of a hand-over by two flags, one for each
 * way.  sync THREADS ROUNDS
 */
#include "hocket/hocket.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static unsigned rounds;
static struct hk_barrier barrier;
static struct hk_flag flags[2], stage;

static void meet(struct hk_core *core, void *frame) {
  (void)frame;
  for (unsigned i = 0; i < rounds; i++)
    hk_barrier_wait_as(&barrier, core->id);
}

static void hand_over(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned epoch = core->epoch, id = core->id;
  for (unsigned i = 1; id < 2 && i <= rounds / 2; i++) {
    hk_wait(&flags[!id], epoch + (id == 0 ? i - 1 : i));
    hk_signal(&flags[id], epoch + i);
  }
  core->epoch = epoch + rounds / 2;
}

/* As emitted loops do whose iterations follow each other on different cores: the
 * twin's hand-over. */
static void pass_stage(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned epoch = core->epoch;
  for (unsigned i = core->id; core->id < 2 && i < rounds; i += 2) {
    hk_enter_stage(&stage, epoch + i);
    hk_leave_stage(&stage, epoch + i + 1);
  }
  core->epoch = epoch + rounds;
}

static void nothing(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

static double time_of(hk_core_program *program, unsigned threads,
                      unsigned entries) {
  hk_core_program *programs[MOST];
  for (unsigned i = 0; i < threads; i++)
    programs[i] = program;
  struct hk_region region = {"sync", threads, programs, 0, 0, 1};
  double start = seconds();
  for (unsigned i = 0; i < entries; i++)
    if (!hk_run(&region, NULL))
      exit(77);
  return (seconds() - start) * 1e9;
}

int main(int argc, char **argv) {
  unsigned threads = argc > 2 ? (unsigned)atoi(argv[1]) : 0;
  if (threads < 2 || threads > MOST)
    return 2;
  rounds = (unsigned)atoi(argv[2]);
  hk_barrier_init(&barrier, threads);
  time_of(nothing, threads, rounds / 10 + 1);
  printf("%.1f ", time_of(meet, threads, 1) / rounds);
  printf("%.1f ", time_of(pass_stage, threads, 1) / rounds);
  printf("%.1f ", time_of(nothing, threads, rounds) / rounds);
  printf("%.1f\n", time_of(hand_over, threads, 1) / rounds);
  return 0;
}
