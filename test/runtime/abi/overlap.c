/* SPDX-License-Identifier: Apache-2.0
 *
 * The iterations of a pipeline: each is done once and passes the stage in
 * order, run after run, whoever does it; and most of them are done in the way
 * that is faster, overlapping or by one core, in short runs and in long ones,
 * also if that changes. The clock is the test's own, so what is found does not
 * depend on the machine.
 */
#include "check.h"
#include "hocket/abi.h"

#include <string.h>

enum { Cores = 4, Most = 40000 };

static struct hk_flag passed[1];
static struct hk_turn used[Cores];
static struct hk_pipeline shared = {
    .net = {.name = "overlap.c:1 test", .cores = Cores}};
static unsigned char done[Most];
static long long count, next, numAlone;
static unsigned long long aloneNs, overlappedNs; /* an iteration takes */

/* Instead of the runtime's; it goes on in the stage alone. */
static unsigned long long now = 1;

unsigned long long hk_clock(void) { return now; }

static void core(struct hk_core *core, void *frame) {
  struct hk_overlap o;
  unsigned random = core->id;
  (void)frame;
  hk_begin_overlap(&o, &shared, used, core->id, Cores, count);
  for (long long k = core->id; k < count; k = hk_next(&o, k)) {
    hk_begin_iteration(&o);
    if (!o.is_alone)
      delay(next_random(&random) % 64);
    if (!o.is_alone)
      hk_enter_stage(&passed[0], (unsigned)(o.before + (unsigned long long)k));
    hk_decide(&o, k);
    CHECK(next == k && !done[k]);
    next++;
    done[k] = 1;
    numAlone += o.is_alone;
    now += o.is_alone ? aloneNs : overlappedNs;
    if (hk_is_awaited(&o, k))
      hk_leave_stage(&passed[0],
                     (unsigned)(o.before + (unsigned long long)k) + 1);
  }
}

static void run(struct hk_region *region, long long iterations) {
  count = iterations;
  next = 0;
  memset(done, 0, sizeof done);
  CHECK(hk_run(region, 0) == 1);
  CHECK(next == count);
}

/* As if the pipeline had never run. \returns the part that one core did. */
static double alone_of(struct hk_region *region, int runs, long long length) {
  const char *const name = shared.net.name;
  memset(&shared, 0, sizeof shared);
  memset(used, 0, sizeof used);
  memset(passed, 0, sizeof passed);
  shared.net.name = name;
  shared.net.cores = Cores;
  numAlone = 0;
  for (int i = 0; i < runs; i++)
    run(region, length);
  return (double)numAlone / ((double)length * runs);
}

static void every_iteration_is_done(struct hk_region *region) {
  for (long long n = 0; n < 200; n++) {
    run(region, n);
    run(region, n);
  }
  run(region, Most);
}

static void faster_way_is_found(struct hk_region *region) {
  aloneNs = 10000;
  overlappedNs = 30000;
  CHECK(alone_of(region, 4000, 48) > 0.75);
  CHECK(alone_of(region, 1, Most) > 0.75);
  overlappedNs = 5000;
  CHECK(alone_of(region, 400, 48) < 0.1);
  CHECK(alone_of(region, 1, Most) < 0.1);
  /* Where they are not to be told apart, the other cores are free. */
  overlappedNs = 10000;
  CHECK(alone_of(region, 4000, 48) > 0.75);
  overlappedNs = 9000;
  CHECK(alone_of(region, 400, 48) < 0.1);
  /* Hardly more than cores need to tell each other. */
  aloneNs = 1;
  overlappedNs = 10;
  CHECK(alone_of(region, 100, Most) > 0.5);
}

/* What was faster at first is not for ever. */
static void changes_are_followed(struct hk_region *region) {
  aloneNs = 10000;
  overlappedNs = 30000;
  CHECK(alone_of(region, 1, Most) > 0.75);
  overlappedNs = 1000;
  numAlone = 0;
  run(region, Most);
  CHECK(numAlone < Most / 2);
  aloneNs = 100;
  numAlone = 0;
  for (int i = 0; i < 60; i++)
    run(region, Most);
  CHECK(numAlone > 10LL * Most);
}

int main(int argc, char **argv) {
  setenv("HOCKET_CORES", "4", 1);
  setenv("HOCKET_ADAPT", argc > 1 ? argv[1] : "on", 1);
  hk_core_program *const programs[] = {core, core, core, core};
  struct hk_region region = {"overlap", Cores, programs, 0, 0, 0};
  aloneNs = overlappedNs = 1000;
  every_iteration_is_done(&region);
  if (argc > 1) {
    CHECK((numAlone != 0) == (strcmp(argv[1], "alternate") == 0));
    return 0;
  }
  faster_way_is_found(&region);
  changes_are_followed(&region);
  return 0;
}
