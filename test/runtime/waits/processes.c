/* SPDX-License-Identifier: Apache-2.0
 *
 * Two processes meet at a barrier in memory that both have mapped, with and
 * without numbers, and with delays so long that they sleep.  processes [rounds]
 */
#define _DEFAULT_SOURCE
#include "../check.h"

#include <stdbool.h>
#include <sys/mman.h>

struct shared {
  struct hk_barrier barrier;
  unsigned seen[2][16]; /* plain: ordered by the barrier alone */
};

static unsigned rounds;

static int meet(struct shared *shared, unsigned id, bool numbered) {
  return numbered ? hk_barrier_wait_as(&shared->barrier, id)
                  : hk_barrier_wait(&shared->barrier);
}

static unsigned cross(struct shared *shared, unsigned id, bool numbered) {
  unsigned state = id, told = 0;
  for (unsigned i = 1; i <= rounds; i++) {
    unsigned random = next_random(&state);
    if (random % 16 == 0)
      usleep(random / 16 % 600);
    shared->seen[id][0] = i;
    told += (unsigned)meet(shared, id, numbered);
    CHECK(shared->seen[!id][0] == i);
    meet(shared, id, numbered);
  }
  return told;
}

static void try_with(struct shared *shared, bool numbered) {
  struct hk_barrier_options options = {.is_shared = 1};
  CHECK(hk_barrier_init_with(&shared->barrier, 2, &options) == 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0)
    _exit(cross(shared, 1, numbered) == (numbered ? 0 : rounds) ? 0 : 2);
  unsigned told = cross(shared, 0, numbered);
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  CHECK(WEXITSTATUS(status) != 1);
  CHECK(!numbered || (told == rounds && WEXITSTATUS(status) == 0));
}

int main(int argc, char **argv) {
  rounds = argument(argc, argv, 500);
  struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED);
  try_with(shared, false);
  try_with(shared, true);
  return 0;
}
