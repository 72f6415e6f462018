/* SPDX-License-Identifier: Apache-2.0
 *
 * Where threads are not to be had, hk_run says no, and goes on saying so for
 * what did not work; the program does not end.
 */
#include "check.h"

#include <sys/resource.h>

static void program(struct hk_core *core, void *frame) {
  (void)core;
  __atomic_fetch_add((unsigned *)frame, 1, __ATOMIC_RELAXED);
}

static void limit_memory(size_t more) {
  FILE *file = fopen("/proc/self/statm", "r");
  unsigned long pages = 0;
  if (!file || fscanf(file, "%lu", &pages) != 1)
    exit(77);
  fclose(file);
  size_t bytes = pages * (size_t)sysconf(_SC_PAGESIZE) + more;
  struct rlimit limit = {bytes, bytes};
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

static unsigned run(unsigned cores) {
  unsigned ran = 0;
  int result = hk_run(new_region(program, cores), &ran);
  CHECK(ran == (result ? cores : 0));
  return ran;
}

static void none(void) {
  limit_memory((size_t)1 << 20);
  for (unsigned i = 0; i < 5; i++)
    CHECK(run(2) == 0 && run(4) == 0);
  CHECK(run(1) == 1);
}

/* Some, not all: smaller regions may run, larger ones are refused for ever. */
static void some(void) {
  limit_memory((size_t)100 << 20);
  for (unsigned i = 0; i < 5; i++) {
    CHECK(run(60) == 0);
    run(2);
  }
}

int main(void) {
  setenv("HOCKET_CORES", "64", 1);
  int status = in_child(none);
  CHECK(WIFEXITED(status));
  if (WEXITSTATUS(status))
    return WEXITSTATUS(status);
  CHECK(in_child(some) == 0);
  return 0;
}
