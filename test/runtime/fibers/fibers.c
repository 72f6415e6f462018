/* SPDX-License-Identifier: Apache-2.0
 *
 * More cores than processors: they are fibers of as many threads as there are
 * processors, unless HOCKET_CROWDED=threads; waits end on one thread and across
 * threads, awake and asleep, at flags and barriers; errno, the floating-point
 * environment and the stack are a core's own.  fibers [rounds]
 */
#define _GNU_SOURCE
#include "processors.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 12 };

static unsigned rounds, cores, processors;
static const char *crowded;
static struct hk_flag flags[MOST];
static struct hk_barrier barrier;
static pthread_t threads[MOST];

static struct hk_region *shared_region(hk_core_program *program) {
  struct hk_region *region = new_region(program, cores);
  region->may_take_turns = 1;
  return region;
}

static void note_thread(struct hk_core *core, void *frame) {
  (void)frame;
  threads[core->id] = pthread_self();
}

static unsigned different_threads(void) {
  unsigned different = 0;
  for (unsigned i = 0; i < cores; i++) {
    bool is_new = true;
    for (unsigned j = 0; j < i; j++)
      is_new &= !pthread_equal(threads[i], threads[j]);
    different += is_new;
  }
  return different;
}

/* Number i + 1 of a core waits for number i of its neighbours, which are on the
 * same thread or on another one. */
static void relay(struct hk_core *core, void *frame) {
  unsigned(*values)[16] = frame;
  unsigned id = core->id, epoch = core->epoch;
  unsigned before = (id + core->count - 1) % core->count;
  unsigned after = (id + 1) % core->count;
  CHECK(pthread_equal(threads[id], pthread_self()));
  for (unsigned i = 0; i < rounds; i++) {
    hk_wait(&flags[before], epoch + i);
    hk_wait(&flags[after], epoch + i);
    CHECK(values[before][i % 2] == i && values[after][i % 2] == i);
    if (i % 64 == id)
      usleep(500); /* the others go to sleep */
    values[id][(i + 1) % 2] = i + 1;
    hk_signal(&flags[id], epoch + i + 1);
    if (i % 16 == 15)
      hk_barrier_wait(&barrier);
    if (i % 16 == 7)
      hk_barrier_wait_as(&barrier, id);
  }
  core->epoch += rounds;
}

/* What belongs to a thread in C; the neighbours change theirs meanwhile. */
static void keep_own(struct hk_core *core, void *frame) {
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  static volatile double one = 1, zero = 0;
  const int mode = modes[core->id % 3], raises = core->id == core->count - 1;
  unsigned epoch = core->epoch, before = core->id - 1;
  char own[1 << 16];
  (void)frame;
  CHECK(fegetround() == FE_TONEAREST);
  memset(own, (int)core->id, sizeof own);
  fesetround(mode);
  if (raises)
    own[0] += one / zero > 2 ? 0 : 1;
  for (unsigned i = 1; i <= rounds; i++) {
    errno = (int)(core->id + i);
    if (core->id > 0)
      hk_wait(&flags[before], epoch + i);
    hk_signal(&flags[core->id], epoch + i);
    hk_wait(&flags[core->count - 1], epoch + i);
    CHECK(errno == (int)(core->id + i));
    CHECK(fegetround() == mode);
    CHECK(!fetestexcept(FE_DIVBYZERO) == !raises);
  }
  for (unsigned i = 0; i < sizeof own; i++)
    CHECK(own[i] == (char)core->id);
  fesetround(FE_TONEAREST);
  core->epoch += rounds;
}

static void run(void) {
  static unsigned values[MOST][16];
  keep_processors(processors);
  setenv("HOCKET_CROWDED", crowded, 1);
  setenv("HOCKET_CORES", "64", 1);
  unsigned seen = hk_cores(); /* a platform may look at no affinity */
  bool shares = cores > seen && strcmp(crowded, "threads") != 0;
  CHECK(hk_barrier_init(&barrier, cores) == 0);
  CHECK(hk_run(shared_region(note_thread), NULL));
  CHECK(different_threads() == (shares ? seen : cores));
  struct hk_region *relaying = shared_region(relay);
  for (unsigned i = 0; i < 3; i++) {
    memset(values, 0, sizeof values);
    CHECK(hk_run(relaying, values));
    CHECK(relaying->epoch == (i + 1) * rounds);
  }
  struct hk_region *keeping = shared_region(keep_own);
  keeping->epoch = relaying->epoch;
  errno = 77;
  feclearexcept(FE_ALL_EXCEPT);
  CHECK(hk_run(keeping, NULL));
  CHECK(errno == (int)rounds); /* core 0's */
  CHECK(fetestexcept(FE_DIVBYZERO) && !fetestexcept(FE_INVALID));
  CHECK(fegetround() == FE_TONEAREST);
}

/* Some thread of the program's own enters, then another one. */
static void *enter(void *region) {
  static unsigned values[MOST][16];
  memset(values, 0, sizeof values);
  threads[0] = pthread_self();
  for (unsigned i = 1; i < cores / hk_cores(); i++)
    threads[i] = pthread_self();
  CHECK(hk_run(region, values));
  return NULL;
}

static void run_from_threads(void) {
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(processors);
  CHECK(hk_barrier_init(&barrier, cores) == 0);
  CHECK(hk_run(shared_region(note_thread), NULL));
  struct hk_region *relaying = shared_region(relay);
  for (unsigned i = 0; i < 4; i++) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, enter, relaying) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    enter(relaying);
  }
}

/* A child of a core cannot go on with what the others have to do: neither
 * where it waits nor where its own program ends. */
static void fork_in_turn(struct hk_core *core, void *waits) {
  static pid_t parent;
  if (core->id == 0)
    parent = getpid();
  CHECK(getpid() == parent);
  if (core->id == 1) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      if (waits)
        hk_wait(&flags[0], core->epoch + 1); /* signalled by the parent */
      return;
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    hk_signal(&flags[0], core->epoch + 1);
  }
  core->epoch++;
}

static void run_forks(void) {
  leave_no_core_file();
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(1);
  cores = 4;
  CHECK(freopen("/dev/null", "w", stderr));
  CHECK(hk_run(shared_region(fork_in_turn), NULL));
  CHECK(hk_run(shared_region(fork_in_turn), &cores));
}

/* More than one sleep can be for. */
enum { CROWD = 300 };
static struct hk_flag crowd[CROWD + 1];

static void hand_down(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id + 1 == core->count)
    usleep(2000);
  else
    hk_wait(&crowd[core->id + 1], 1);
  hk_signal(&crowd[core->id], 1);
}

static void run_crowd(void) {
  static hk_core_program *programs[CROWD];
  for (unsigned i = 0; i < CROWD; i++)
    programs[i] = hand_down;
  struct hk_region region = {"crowd", CROWD, programs, 0, 0, 1};
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(2);
  CHECK(hk_run(&region, NULL));
  CHECK(crowd[0].value == 1);
}

/* Threads come to a team that has had more cores than threads. */
static void count_core(struct hk_core *core, void *frame) {
  (void)core;
  __atomic_fetch_add((unsigned *)frame, 1, __ATOMIC_RELAXED);
}

static void run_growing(void) {
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(1);
  for (unsigned size = 3; size <= MOST_CORES / 2; size *= 2) {
    struct hk_region *regions[] = {new_region(count_core, 2 * size),
                                   new_region(count_core, size)};
    regions[0]->may_take_turns = 1;
    regions[1]->may_take_turns = 0;
    unsigned count = 0;
    CHECK(hk_run(regions[0], &count) && count == 2 * size);
    CHECK(hk_run(regions[1], &count) && count == 3 * size);
    CHECK(hk_run(regions[0], &count) && count == 5 * size);
  }
}

/* What waits as hk_wait does lets the others go on, too. */
static void wait_at_gate(struct hk_core *core, void *gates) {
  if (core->id == 0)
    hk_gate(gates, 0, &flags[1], core->epoch + 1, 1000 * 1000);
  hk_signal(&flags[core->id], ++core->epoch);
}

static void run_gates(void) {
  static const unsigned cpu = 0;
  static const struct hk_idle_group group = {&cpu, 1, NULL, 0};
  static const struct hk_power_chip chip = {.idle = &group, .idle_count = 1};
  struct hk_gate_options options = {.cpus = &cpu, .cpu_count = 1};
  struct hk_gates *gates;
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(1);
  cores = 2;
  CHECK(hk_gate_open(&chip, &options, &gates) == 0);
  CHECK(hk_run(shared_region(wait_at_gate), gates));
  hk_gate_close(gates);
}

/* A trace of it: each core has its own row, and core 0 is in the region as long
 * as the others are. */
static char trace[64];

static void run_traced(void) {
  static unsigned values[MOST][16];
  setenv("HOCKET_TRACE", trace, 1);
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(1);
  CHECK(hk_barrier_init(&barrier, cores) == 0);
  for (unsigned i = 0; i < cores; i++)
    threads[i] = pthread_self();
  CHECK(hk_run(shared_region(relay), values));
}

static void check_trace(void) {
  double last[MOST] = {0}, time;
  unsigned core, begun[MOST] = {0}, waits[MOST] = {0};
  char line[512];
  FILE *file = fopen(trace, "r");
  CHECK(file);
  while (fgets(line, sizeof line, file)) {
    const char *tid = strstr(line, "\"tid\":");
    if (!tid || sscanf(tid, "\"tid\":%u,\"ts\":%lf", &core, &time) != 2)
      continue;
    CHECK(core < cores && time >= last[core]);
    last[core] = time;
    begun[core] += strstr(line, "\"region\",\"ph\":\"B\"") != NULL;
    waits[core] += strstr(line, "\"wait\",\"ph\":\"B\"") != NULL;
  }
  fclose(file);
  for (core = 0; core < cores; core++)
    CHECK(begun[core] == 1 && waits[core] > 0 && last[core] <= last[0]);
}

/* Who waits at a barrier leaves the clock to the others, however long that may
 * take. */
static struct hk_gap gaps[2];

static void wait_with_power(struct hk_core *core, void *power) {
  CHECK(hk_barrier_wait_power(&barrier, core->id, power) == (core->id == 0));
}

static void run_barrier_with_power(void) {
  static const unsigned cpus[] = {0, 1};
  static const struct hk_power_point points[] = {{500000, 0}, {1000000, 0}};
  static const struct hk_power_domain domains[] = {
      {"core", &cpus[0], 1, points, .point_count = 2, .transition_ns = 1000},
      {"core", &cpus[1], 1, points, .point_count = 2, .transition_ns = 1000}};
  static const struct hk_power_chip chip = {
      .name = "test", .domains = domains, .domain_count = 2};
  struct hk_power_options options = {.backend = HK_POWER_SIM};
  struct hk_barrier_power power = {.cpus = cpus, .gaps = gaps};
  for (unsigned i = 0; i < 2; i++)
    gaps[i] = (struct hk_gap){1000 * 1000, 1000 * 1000, 5};
  setenv("HOCKET_CORES", "64", 1);
  keep_processors(1);
  cores = 2;
  CHECK(hk_barrier_init(&barrier, cores) == 0);
  CHECK(hk_power_open(&chip, &options, &power.power) == 0);
  CHECK(hk_run(shared_region(wait_with_power), &power));
  struct hk_power_counts counts;
  hk_power_count(power.power, &counts);
  CHECK(counts.requests == 0);
  hk_power_close(power.power);
}

static void check(void (*body)(void)) {
  int status = in_child(body);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    exit(77);
  CHECK(status == 0);
}

int main(int argc, char **argv) {
  static const char *const modes[] = {"adaptive", "spin", "yield", "futex"};
  rounds = argument(argc, argv, 200);
  for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
    for (processors = 1; processors <= 2; processors++)
      for (cores = 2; cores <= MOST; cores += 5) {
        setenv("HOCKET_WAIT", modes[i], 1);
        crowded = "fibers";
        check(run);
      }
  setenv("HOCKET_WAIT", "adaptive", 1);
  crowded = "turns"; /* what fibers were called once */
  cores = MOST;
  processors = 2;
  check(run);
  crowded = "threads";
  cores = 4;
  processors = 2;
  check(run);
  for (processors = 1; processors <= 2; processors++)
    check(run_from_threads);
  check(run_forks);
  check(run_crowd);
  check(run_growing);
  check(run_gates);
  check(run_barrier_with_power);
  strcpy(trace, "/tmp/fibers-XXXXXX");
  CHECK(close(mkstemp(trace)) == 0);
  check(run_traced);
  check_trace();
  remove(trace);
  return 0;
}
