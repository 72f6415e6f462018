/* SPDX-License-Identifier: Apache-2.0
 *
 * A task has as much stack on a worker as the main thread has, 8 MiB at least,
 * also where the limit is higher or there is none.
 */
#include "check.h"

#include <string.h>
#include <sys/resource.h>

static size_t bytes;

static __attribute__((noinline)) unsigned use(size_t size) {
  volatile char local[size];
  for (size_t i = 0; i < size; i += 1024)
    local[i] = 1;
  return (unsigned)local[size / 2048 * 1024];
}

static void program(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id > 0)
    CHECK(use(bytes) == 1);
}

static void run(size_t limit, size_t used) {
  struct rlimit stack;
  CHECK(getrlimit(RLIMIT_STACK, &stack) == 0);
  stack.rlim_cur = limit;
  if (setrlimit(RLIMIT_STACK, &stack) != 0)
    exit(77);
  bytes = used;
  CHECK(hk_run(new_region(program, 3), NULL));
}

static void small_limit(void) { run((size_t)1 << 20, (size_t)7 << 20); }
static void large_limit(void) { run((size_t)64 << 20, (size_t)60 << 20); }
static void no_limit(void) { run(RLIM_INFINITY, (size_t)60 << 20); }

/* Not for two such stacks as there could be for one. */
static void little_room(void) {
  struct rlimit room = {(size_t)1 << 30, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &room) != 0)
    exit(77);
  no_limit();
}

/* None is better than one that is too small. */
static void no_room(void) {
  struct rlimit stack, room = {(size_t)120 << 20, RLIM_INFINITY};
  CHECK(getrlimit(RLIMIT_STACK, &stack) == 0);
  stack.rlim_cur = RLIM_INFINITY;
  if (setrlimit(RLIMIT_STACK, &stack) != 0 || setrlimit(RLIMIT_AS, &room) != 0)
    exit(77);
  bytes = (size_t)60 << 20;
  hk_run(new_region(program, 3), NULL);
}

int main(void) {
  setenv("HOCKET_CORES", "3", 1);
  void (*const cases[])(void) = {small_limit, large_limit, no_limit,
                                 little_room, no_room};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    int status = in_child(cases[i]);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77);
  }
  return 0;
}
