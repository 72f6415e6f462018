/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints what libhocket's hand-overs cost on this machine; asserts nothing.
 *   latency [cores [rounds]]
 * entry: an empty region, entered and left; cold: the same after the workers
 * have gone to sleep; flag: a number handed to the next core and back;
 * barrier: all cores meet; net: what a region's net adds to an entry that need
 * not ask. Of a million entries with 50 ns of work or so: fast: the work alone;
 * short: with a net; no net: all in parallel.
 */
#include "hocket/hocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64 };

struct frame {
  struct hk_flag flags[2];
  struct hk_barrier barrier;
  unsigned rounds;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void nothing(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

static void ping_pong(struct hk_core *core, void *argument) {
  struct frame *frame = argument;
  unsigned start = core->epoch;
  for (unsigned i = 1; core->id < 2 && i <= frame->rounds; i++) {
    if (core->id == 1)
      hk_wait(&frame->flags[0], start + i);
    hk_signal(&frame->flags[core->id], start + i);
    if (core->id == 0)
      hk_wait(&frame->flags[1], start + i);
  }
  core->epoch = start + frame->rounds;
}

static void meet(struct hk_core *core, void *argument) {
  struct frame *frame = argument;
  (void)core;
  for (unsigned i = 0; i < frame->rounds; i++)
    hk_barrier_wait(&frame->barrier);
}

static struct hk_region region(hk_core_program *program, unsigned cores) {
  static hk_core_program *programs[3][MOST];
  static unsigned used;
  hk_core_program **mine = programs[used++];
  for (unsigned i = 0; i < cores; i++)
    mine[i] = program;
  return (struct hk_region){"latency", cores, mine, 0, 0, 0};
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Median and 90th percentile of entries, each after a pause. */
static void print_entries(const char *name, struct hk_region *empty,
                          struct frame *frame, unsigned rounds, int pause) {
  double *times = malloc(rounds * sizeof *times);
  if (!times)
    return;
  for (unsigned i = 0; i < rounds; i++) {
    if (pause)
      usleep((unsigned)pause);
    double start = now();
    hk_run(empty, frame);
    times[i] = now() - start;
  }
  qsort(times, rounds, sizeof *times, by_size);
  printf("%-10s %10.0f ns median %10.0f ns 90%%\n", name, times[rounds / 2],
         times[rounds - 1 - rounds / 10]);
  free(times);
}

static void work(volatile unsigned *turns) {
  for (unsigned i = 0; i < 25; i++)
    ++*turns;
}

/* Entries as codegen writes them, of work that does not pay; the empty region
 * stands for the parallel version. */
static void enter_short(struct hk_region *empty, struct hk_net *net,
                        volatile unsigned *turns) {
  struct hk_probe probe;
  int ran = 0;
  probe.since = 0;
  if (!net || hk_asks(net, &probe, 1)) {
    ran = hk_run(empty, NULL);
    if (!ran)
      probe.since = 0;
  }
  if (!ran)
    work(turns);
  if (net)
    hk_tells(net, &probe);
}

static void print_nets(struct hk_region *empty, unsigned rounds) {
  static struct hk_net often = {.name = "latency"}, net = {.name = "latency"};
  struct hk_probe probe = {0};
  volatile unsigned turns = 0;
  unsigned entered = 0;
  often.cores = net.cores = empty->count;
  often.state[0] = 2 * rounds + 2;
  double start = now();
  for (unsigned i = 0; i < rounds; i++) {
    entered += (unsigned)hk_asks(&often, &probe, 1);
    hk_tells(&often, &probe);
  }
  printf("%-10s %10.1f ns, %u entries\n", "net", (now() - start) / entered,
         entered);
  start = now();
  for (unsigned i = 0; i < rounds; i++)
    work(&turns);
  printf("%-10s %10.1f ns\n", "fast", (now() - start) / rounds);
  start = now();
  for (unsigned i = 0; i < rounds; i++)
    enter_short(empty, &net, &turns);
  printf("%-10s %10.1f ns\n", "short", (now() - start) / rounds);
  start = now();
  for (unsigned i = 0; i < rounds; i++)
    enter_short(empty, NULL, &turns);
  printf("%-10s %10.1f ns\n", "no net", (now() - start) / rounds);
}

int main(int argc, char **argv) {
  unsigned cores = argc > 1 ? (unsigned)atoi(argv[1]) : hk_cores();
  static struct frame frame;
  frame.rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 20000;
  if (cores < 1 || cores > MOST || frame.rounds < 10)
    return 2;
  struct hk_region empty = region(nothing, cores);
  struct hk_region flags = region(ping_pong, cores);
  struct hk_region barriers = region(meet, cores);
  hk_barrier_init(&frame.barrier, cores);
  double start = now();
  if (!hk_run(&empty, &frame)) {
    printf("%u cores are not to be had here\n", cores);
    return 77;
  }
  printf("%-10s %10.0f ns\n", "first", now() - start);
  print_entries("entry", &empty, &frame, frame.rounds, 0);
  print_entries("cold", &empty, &frame, frame.rounds / 100 + 1, 2000);
  start = now();
  if (cores > 1)
    hk_run(&flags, &frame);
  printf("%-10s %10.0f ns round trip\n", "flag",
         (now() - start) / frame.rounds);
  start = now();
  hk_run(&barriers, &frame);
  printf("%-10s %10.0f ns\n", "barrier", (now() - start) / frame.rounds);
  print_nets(&empty, 1000000);
  return 0;
}
