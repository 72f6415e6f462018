/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads with numbers meet: nobody passes round i before everybody has come to
 * it, exactly one is told that it is the one, with random delays, so that
 * waiters are met looking and asleep. Flat, in clusters, and with more threads
 * than a barrier has lines.
 *   barriers [rounds]        all of that
 *   barriers long [rounds]   two threads: barrier crossings, then hand-overs
 */
#include "../check.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { MOST = 20 };

static struct hk_barrier barrier;
static unsigned rounds, threads;
static unsigned seen[MOST][16]; /* plain: ordered by the barrier alone */
static unsigned told;
static int numbered;

static int meet(unsigned id) {
  return numbered ? hk_barrier_wait_as(&barrier, id)
                  : hk_barrier_wait(&barrier);
}

static void maybe_delay(unsigned *state) {
  unsigned random = next_random(state);
  if (random % 256 == 0)
    usleep(random / 256 % 500);
  else if (random % 8 == 0)
    delay(random / 8 % 2000);
}

static void *cross(void *argument) {
  unsigned id = (unsigned)(unsigned long)argument, state = id, mine = 0;
  for (unsigned i = 1; i <= rounds; i++) {
    maybe_delay(&state);
    seen[id][0] = i;
    mine += (unsigned)meet(id);
    for (unsigned other = 0; other < threads; other++)
      CHECK(seen[other][0] == i);
    meet(id);
  }
  __atomic_fetch_add(&told, mine, __ATOMIC_RELAXED);
  return NULL;
}

static void on_threads(unsigned count, void *(*work)(void *)) {
  pthread_t thread[MOST];
  for (unsigned i = 0; i < count; i++)
    CHECK(pthread_create(&thread[i], NULL, work, (void *)(unsigned long)i) ==
          0);
  for (unsigned i = 0; i < count; i++)
    CHECK(pthread_join(thread[i], NULL) == 0);
}

static void try_with(unsigned count, const struct hk_barrier_options *options) {
  threads = count;
  for (numbered = 0; numbered <= 1; numbered++) {
    told = 0;
    memset(seen, 0, sizeof seen);
    CHECK(hk_barrier_init_with(&barrier, count, options) == 0);
    on_threads(count, cross);
    CHECK(told == rounds);
  }
  CHECK(hk_barrier_wait_as(&barrier, count) == -EINVAL);
}

static void try_clusters(unsigned count, const unsigned *clusters,
                         unsigned number) {
  struct hk_barrier_options options = {.clusters = clusters,
                                       .cluster_count = number};
  try_with(count, &options);
}

static void refuses(void) {
  static const unsigned wrong[] = {2, 0, 2, 1}, many[] = {~0u, 5};
  struct hk_barrier_options options = {.clusters = wrong, .cluster_count = 3};
  CHECK(hk_barrier_init_with(&barrier, 4, &options) == -EINVAL);
  options.cluster_count = 1;
  CHECK(hk_barrier_init_with(&barrier, 4, &options) == -EINVAL);
  options =
      (struct hk_barrier_options){.clusters = wrong + 2, .cluster_count = 2};
  CHECK(hk_barrier_init_with(&barrier, 2, &options) == -EINVAL);
  CHECK(hk_barrier_init_with(&barrier, 3, &options) == 0);
  options = (struct hk_barrier_options){.clusters = many, .cluster_count = 2};
  CHECK(hk_barrier_init_with(&barrier, 4, &options) == -EINVAL);
  CHECK(hk_barrier_init_with(&barrier, 0, NULL) == -EINVAL);
}

/* The long run: every so often a delay, now and then a long one. */
static struct hk_flag flags[2];
static unsigned long long plain;

static void rarely(unsigned *state) {
  unsigned random = next_random(state);
  if (random % (1 << 20) == 0)
    usleep(400);
  else if (random % 256 == 0)
    delay(random / 256 % 1000);
}

static void *cross_long(void *argument) {
  unsigned id = (unsigned)(unsigned long)argument, state = id;
  for (unsigned i = 1; i <= rounds; i++) {
    rarely(&state);
    seen[id][i % 2] = i;
    hk_barrier_wait_as(&barrier, id);
    CHECK(seen[!id][i % 2] == i);
  }
  return NULL;
}

static void *hand_over(void *argument) {
  unsigned id = (unsigned)(unsigned long)argument, state = id;
  for (unsigned i = 1; i <= rounds / 2; i++) {
    hk_wait(&flags[!id], id == 0 ? i - 1 : i);
    rarely(&state);
    CHECK(plain++ == 2 * (i - 1ull) + id);
    hk_signal(&flags[id], i);
  }
  return NULL;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void run_long(void) {
  CHECK(hk_barrier_init(&barrier, 2) == 0);
  double start = now();
  on_threads(2, cross_long);
  printf("%u barrier crossings in %.0f s\n", rounds, now() - start);
  start = now();
  on_threads(2, hand_over);
  CHECK(plain == rounds / 2 * 2ull);
  printf("%u hand-overs in %.0f s\n", rounds, now() - start);
}

int main(int argc, char **argv) {
  static const unsigned halves[] = {2, 2}, unlike[] = {1, 3, 2}, one[] = {4},
                        many[] = {10, 10};
  if (argc > 1 && strcmp(argv[1], "long") == 0) {
    rounds = argument(argc - 1, argv + 1, 100 * 1000 * 1000);
    run_long();
    return 0;
  }
  rounds = argument(argc, argv, 1000);
  refuses();
  try_with(1, NULL);
  try_with(2, NULL);
  try_with(4, NULL);
  try_with(MOST, NULL);
  try_clusters(4, halves, 2);
  try_clusters(6, unlike, 3);
  try_clusters(4, one, 1);
  try_clusters(20, many, 2);
  return 0;
}
