/* SPDX-License-Identifier: Apache-2.0
 *
 * libhocket used from plain C, without the compiler: heat along a rod, one part
 * of it for each core. A core waits for its two neighbours alone, by flags that
 * count the steps; nobody meets at a barrier inside the time loop. Before that
 * it reserves cores, if it is asked to, as far as this user may.
 *
 *   relay [LEVEL]     LEVEL: off, auto, isolated, root, cpuset or affinity
 *
 * Build: cc relay.c -Iinclude libhocket.a -pthread
 */
#include <hocket/hocket.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 40000, STEPS = 400, MOST_CORES = 16 };

struct rod {
  double heat[2][POINTS + 2];
  struct hk_flag done[MOST_CORES]; /* steps that a core has finished */
  struct hk_barrier barrier;
};

static void step(struct rod *rod, unsigned from, long long first,
                 long long end) {
  const double *old = rod->heat[from];
  double *new = rod->heat[1 - from];
  for (long long i = first + 1; i <= end; i++)
    new[i] = old[i] + 0.25 * (old[i - 1] - 2 * old[i] + old[i + 1]);
}

/* What each core runs. Numbers go on from one run of the region to the next. */
static void diffuse(struct hk_core *core, void *argument) {
  struct rod *rod = argument;
  long long first = hk_chunk(POINTS, core->id, core->count, 8);
  long long end = hk_chunk(POINTS, core->id + 1, core->count, 8);
  unsigned start = core->epoch;
  for (unsigned t = 0; t < STEPS; t++) {
    if (core->id > 0)
      hk_wait(&rod->done[core->id - 1], start + t);
    if (core->id + 1 < core->count)
      hk_wait(&rod->done[core->id + 1], start + t);
    step(rod, t % 2, first, end);
    hk_signal(&rod->done[core->id], start + t + 1);
  }
  if (hk_barrier_wait(&rod->barrier) == 1)
    rod->heat[STEPS % 2][1] += 1; /* one of them, after all the others */
  core->epoch = start + STEPS;
}

static void say(void *context, int detail, const char *text) {
  (void)context;
  if (detail == 0)
    fprintf(stderr, "relay: %s\n", text);
}

int main(int argc, char **argv) {
  struct hk_reservation *cores = NULL;
  struct hk_reserve_request request = {.flags = HK_RESERVE_PINNED, .say = say};
  if (argc > 1 && hk_reserve_level_named(argv[1], &request.level) != 0) {
    fprintf(stderr, "relay: there is no level '%s'\n", argv[1]);
    return 2;
  }
  if (request.level != HK_RESERVE_OFF) {
    int error = hk_reserve(&request, &cores);
    if (error != 0)
      fprintf(stderr, "relay: no cores reserved: %s\n", strerror(-error));
  }
  static struct rod rod;
  rod.heat[0][POINTS / 2] = 1000.0;
  rod.heat[1][0] = rod.heat[0][0];
  unsigned count = hk_cores() < MOST_CORES ? hk_cores() : MOST_CORES;
  hk_core_program *programs[MOST_CORES];
  for (unsigned i = 0; i < MOST_CORES; i++)
    programs[i] = diffuse;
  struct hk_region region = {"relay.c diffuse", count, programs, 0, 0, 1};
  hk_barrier_init(&rod.barrier, count);
  if (!hk_run(&region, &rod)) { /* one core, or no threads to be had */
    for (unsigned t = 0; t < STEPS; t++)
      step(&rod, t % 2, 0, POINTS);
    rod.heat[STEPS % 2][1] += 1;
  }
  hk_release(cores);
  double sum = 0;
  for (unsigned i = 0; i < POINTS + 2; i++)
    sum += rod.heat[STEPS % 2][i] * i;
  printf("%.12g after %u steps\n", sum, region.epoch ? region.epoch : STEPS);
  return 0;
}
