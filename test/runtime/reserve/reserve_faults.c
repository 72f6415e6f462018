/* SPDX-License-Identifier: Apache-2.0
 *
 * Every single call to the machine fails once, in each of the ways that such
 * files have, while processors are reserved: whatever level comes of it,
 * afterwards the machine is as it was.
 */
#include "fake_machine.h"

static const int errors[] = {-EINVAL, -EBUSY, -EACCES, -ENOENT, -EIO, 0};

/* One reservation with a fault at the call `number`. Returns how many calls
 * there were. */
static unsigned once(void (*make)(void), unsigned number, int error) {
  make_machine();
  make();
  char *before = contents();
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  struct hk_reservation *reservation;
  call_number = 0;
  failing_call = number;
  failing_error = error;
  int result = reserve(&request, &reservation);
  unsigned calls = call_number;
  failing_call = 0;
  CHECK((result == 0) == (reservation != NULL));
  int released = hk_release(reservation);
  if (released || !is_as_before(before)) {
    fprintf(stderr, "call %u, error %d: result %d, release %d\n%s", number,
            error, result, released, said);
    CHECK(false);
  }
  CHECK(fake_journals(&tree) == 0);
  fake_remove(&tree);
  return calls;
}

static void version2(void) { make_v2(true); }
static void version1(void) { make_v1(V1, "cpuset.", "0-3"); }

static void sweep(void (*make)(void), unsigned round) {
  unsigned calls = once(make, 0, 0);
  CHECK(calls > 50);
  for (unsigned number = 1; number <= calls; number++)
    once(make, number, errors[(number + round) % 6]);
}

int main(int argc, char **argv) {
  /* Every line of a journal goes to the disk first: a disk that is none. */
  if (access("/dev/shm", W_OK) == 0)
    setenv("TMPDIR", "/dev/shm", 0);
  /* With an argument: all errors at all calls. */
  unsigned rounds = argument(argc, argv, 0) ? 6 : 1;
  for (unsigned round = 0; round < rounds; round++) {
    sweep(version2, round);
    sweep(version1, round);
  }
  return 0;
}
