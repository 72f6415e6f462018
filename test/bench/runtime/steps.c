/* SPDX-License-Identifier: Apache-2.0
 *
 * A statically scheduled program in short steps: each thread waits for its
 * neighbours' last step, as in a stencil, works and signals. Prints seconds.
 *   steps THREADS TURNS STEPS [free]   free: the same work without the waits
 *   steps turns MICROSECONDS           turns of work that take so long
 *   steps spin                         keeps a processor busy for ever
 */
#include "steps.h"
#include "hocket/hocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static struct hk_flag flags[MOST];
static unsigned steps, turns;

static void march(struct hk_core *core, void *is_free) {
  unsigned id = core->id, epoch = core->epoch;
  for (unsigned i = 1; i <= steps; i++) {
    if (!is_free && id > 0)
      hk_wait(&flags[id - 1], epoch + i - 1);
    if (!is_free && id + 1 < core->count)
      hk_wait(&flags[id + 1], epoch + i - 1);
    work(turns);
    hk_signal(&flags[id], epoch + i);
  }
  core->epoch = epoch + steps;
}

static void print_turns(double microseconds) {
  enum { MANY = 1000000 };
  double least = 1;
  for (unsigned i = 0; i < 50; i++) {
    double start = seconds();
    work(MANY);
    double time = seconds() - start;
    least = time < least ? time : least;
  }
  printf("%.0f\n", microseconds * 1e-6 / least * MANY);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "spin") == 0)
    for (;;)
      work(1000000);
  if (argc == 3 && strcmp(argv[1], "turns") == 0) {
    print_turns(atof(argv[2]));
    return 0;
  }
  unsigned threads = argc > 3 ? (unsigned)atoi(argv[1]) : 0;
  if (threads < 1 || threads > MOST)
    return 2;
  turns = (unsigned)atoi(argv[2]);
  steps = (unsigned)atoi(argv[3]);
  hk_core_program *programs[MOST];
  for (unsigned i = 0; i < threads; i++)
    programs[i] = march;
  struct hk_region region = {"steps", threads, programs, 0, 0, 1};
  double start = seconds();
  if (!hk_run(&region, argc > 4 ? &region : NULL))
    return 77;
  printf("%.6f\n", seconds() - start);
  return 0;
}
