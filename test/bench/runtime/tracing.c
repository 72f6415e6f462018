/* SPDX-License-Identifier: Apache-2.0
 *
 * What recording costs: heat in a rod, two cores that wait for each other's rim
 * after each step, by turns with and without HOCKET_TRACE. Each run is a
 * process of its own and reports its time through a pipe; the least time of
 * each kind counts.
 *   runtime_tracing [STEPS [ROUNDS [FOLDER]]]
 * The recording is a file in FOLDER, /tmp if none is given.
 */
#include "hocket/hocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

static double rod[2][MOST + 2];
static struct hk_flag done[2];
static struct {
  unsigned cells, steps;
} run = {0, 2000};

static void step(unsigned from, unsigned to, const double *old, double *new) {
  for (unsigned i = from; i < to; i++)
    new[i] = old[i] + 0.25 * (old[i - 1] - 2 * old[i] + old[i + 1]);
}

static void core_program(struct hk_core *core, void *frame) {
  unsigned half = run.cells / 2, number = core->epoch;
  (void)frame;
  for (unsigned i = 0; i < run.steps; i++) {
    hk_begin_task(core, core->id);
    step(1 + core->id * half, 1 + (core->id + 1) * half, rod[i % 2],
         rod[1 - i % 2]);
    hk_end_task(core);
    hk_signal(&done[core->id], ++number);
    hk_wait(&done[1 - core->id], number);
  }
  if (core->id == 0)
    core->epoch = number;
}

static hk_core_program *const programs[] = {core_program, core_program};
static const char *const tasks[] = {"step [1/2]", "step [2/2]"};
static const unsigned signallers[] = {0, 1};
static const struct hk_names names = {tasks, 2, 2, done, signallers};
static struct hk_region region = {
    "tracing.c:1 heat", 2, programs, 0, &names, 0};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Nanoseconds a step; less than 0: no region could be run. */
static double measure(void) {
  unsigned steps = run.steps;
  run.steps = 10;
  int ran = hk_run(&region, NULL); /* makes the team */
  run.steps = steps;
  double begin = now();
  ran = ran && hk_run(&region, NULL);
  return ran ? (now() - begin) / steps * 1e9 : -1;
}

static double measure_in_child(const char *trace) {
  int ends[2];
  double result = -1;
  if (pipe(ends) != 0)
    return -1;
  pid_t child = fork();
  if (child == 0) {
    setenv("HOCKET_TRACE", trace, 1);
    result = measure();
    _exit(write(ends[1], &result, sizeof result) != sizeof result);
  }
  close(ends[1]);
  if (child < 0 || read(ends[0], &result, sizeof result) != sizeof result)
    result = -1;
  close(ends[0]);
  waitpid(child, NULL, 0);
  return result;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  enum { MOST_ROUNDS = 1000 };
  static double times[2][MOST_ROUNDS];
  char trace[256], part[280];
  snprintf(trace, sizeof trace, "%s/runtime-tracing.json",
           argc > 3 ? argv[3] : "/tmp");
  snprintf(part, sizeof part, "%s.part", trace);
  unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 15;
  if (argc > 1)
    run.steps = (unsigned)atoi(argv[1]);
  if (run.steps == 0 || rounds == 0 || rounds > MOST_ROUNDS)
    return 1;
  printf("%10s %14s %14s %10s %10s\n", "cells", "off, ns/step", "on, ns/step",
         "least", "median");
  for (run.cells = 1 << 12; run.cells <= 1 << 16; run.cells *= 4) {
    for (unsigned i = 0; i < rounds; i++)
      for (unsigned on = 0; on < 2; on++)
        times[on][i] = measure_in_child(on ? trace : "");
    for (unsigned on = 0; on < 2; on++)
      qsort(times[on], rounds, sizeof(double), by_size);
    if (times[0][0] < 0 || times[1][0] < 0) {
      printf("no region can be run here\n");
      return 0;
    }
    double least = times[1][0] / times[0][0];
    double median = times[1][rounds / 2] / times[0][rounds / 2];
    printf("%10u %14.0f %14.0f %+9.1f%% %+9.1f%%\n", run.cells, times[0][0],
           times[1][0], 100 * (least - 1), 100 * (median - 1));
  }
  remove(part); /* each run ended by _exit */
  return 0;
}
