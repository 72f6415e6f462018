/* SPDX-License-Identifier: Apache-2.0
 *
 * Workers as the threads of an OpenMP parallel region (libhocket_openmp.a).
 *
 * A parallel region ends only when its threads leave it, and workers never do;
 * so a thread of our own opens it, and is the first worker. To the OpenMP
 * runtime that thread is one more initial thread with its own team and its own
 * settings; the program's parallel regions, their sizes and their threads are
 * not touched. Works with any runtime that has GCC's entry points: libgomp, and
 * libomp.
 *
 * Where the runtime would give less than plain threads do - fewer threads, or
 * smaller stacks than the main thread has - its threads are sent away and the
 * caller takes plain ones. As the runtimes end the program when a thread cannot
 * be made, whether there is room is tried before.
 */
#include "team/launch.h"

#include <omp.h>
#include <stdlib.h>

struct launch {
  struct hki_worker *const *workers;
  unsigned count;
  unsigned unfit; /* atomic: threads with too small a stack */
  unsigned left;  /* atomic: threads that have gone away */
};

/* libomp's own: its threads have 4 MiB of stack unless told otherwise before
 * the first parallel region. libgomp follows the system's default. */
extern void kmp_set_stacksize_s(size_t bytes) __attribute__((weak));
extern size_t kmp_get_stacksize_s(void) __attribute__((weak));

static bool fits(void) {
  size_t own = hki_platform_own_stack();
  /* Guard pages may count as stack. */
  return own == 0 || own + ((size_t)1 << 20) >= hki_platform_wanted_stack();
}

/* All threads of the parallel region run this at the same time. */
static void join(struct launch *launch) {
  unsigned core = (unsigned)omp_get_thread_num();
  bool complete = (unsigned)omp_get_num_threads() == launch->count;
  if (!fits())
    __atomic_fetch_add(&launch->unfit, 1, __ATOMIC_RELAXED);
#pragma omp barrier
  if (complete && __atomic_load_n(&launch->unfit, __ATOMIC_RELAXED) == 0)
    hki_work(launch->workers[core]);
  __atomic_fetch_add(&launch->left, 1, __ATOMIC_RELEASE);
}

static void open_region(void *argument) {
  struct launch *launch = argument;
  omp_set_dynamic(0);
  if ((unsigned)omp_get_thread_limit() >= launch->count) {
#pragma omp parallel num_threads(launch->count)
    join(launch);
  }
  /* Not the team that was asked for. */
  struct hki_worker *first = launch->workers[0];
  /* They have all gone; the load tells so to tools that do not know OpenMP. */
  __atomic_load_n(&launch->left, __ATOMIC_ACQUIRE);
  free(launch);
  first->refused = true;
  hki_signal(hki_done(first), first->number);
}

static void widen_stacks(void) {
  size_t wanted = hki_platform_wanted_stack();
  if (kmp_set_stacksize_s && kmp_get_stacksize_s &&
      kmp_get_stacksize_s() < wanted)
    kmp_set_stacksize_s(wanted);
}

static unsigned launch(struct hki_worker *const *workers, unsigned count,
                       struct hki_signals *before) {
  struct launch *launch = malloc(sizeof *launch);
  if (!launch || !hki_platform_has_room(count)) {
    free(launch);
    return 0;
  }
  *launch = (struct launch){workers, count, 0, 0};
  widen_stacks();
  if (hki_platform_start(open_region, launch, before) == 0)
    return count;
  free(launch);
  return 0;
}

static bool user_has_places(void) {
  return getenv("OMP_PROC_BIND") || getenv("OMP_PLACES") ||
         getenv("GOMP_CPU_AFFINITY");
}

/* Adds the processors of a place to `list`, which is in order and has none
 * twice. */
static unsigned add_place(unsigned *list, unsigned count, int place) {
  int number = omp_get_place_num_procs(place);
  int *ids = number > 0 ? calloc((unsigned)number, sizeof *ids) : NULL;
  if (!ids)
    return count;
  omp_get_place_proc_ids(place, ids);
  for (int i = 0; i < number; i++) {
    unsigned at = count, id = (unsigned)ids[i];
    while (at > 0 && list[at - 1] >= id)
      at--;
    if (at < count && list[at] == id)
      continue;
    for (unsigned j = count++; j > at; j--)
      list[j] = list[j - 1];
    list[at] = id;
  }
  free(ids);
  return count;
}

/* Where the user asks for binding, libgomp binds the program's main thread to
 * the first place as it is loaded, and the affinity mask no longer tells what
 * the program may use; the places do. libomp has not done so yet, and asking
 * it would make it. */
static unsigned processors(unsigned **list) {
  *list = NULL;
  if (kmp_get_stacksize_s || !user_has_places())
    return 0;
  unsigned most = 0, count = 0;
  for (int place = 0; place < omp_get_num_places(); place++)
    most += (unsigned)omp_get_place_num_procs(place);
  if (most == 0)
    return 0;
  *list = calloc(most, sizeof **list);
  for (int place = 0; *list && place < omp_get_num_places(); place++)
    count = add_place(*list, count, place);
  return count;
}

const struct hki_launcher hki_openmp_launcher = {"openmp", launch, processors};
