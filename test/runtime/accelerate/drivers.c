/* Tasks on accelerators: who is asked, what is handed over, who waits for what,
 * with a driver whose tasks end when the test says so. */
#include "hocket/accelerator.h"

#include "check.h"
#include "hocket/abi.h"
#include "hocket/abi_accelerator.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static struct {
  int accepts, started, ended, asked;
  struct hk_accelerator_task task;
} played;

static int start(void *self, const struct hk_accelerator_task *task) {
  CHECK(self == &played);
  played.started++;
  played.task = *task;
  return played.accepts;
}

static int done(void *self, unsigned unit) {
  CHECK(self == &played && unit == 2);
  __atomic_fetch_add(&played.asked, 1, __ATOMIC_RELAXED);
  return __atomic_load_n(&played.ended, __ATOMIC_ACQUIRE);
}

static struct hk_accelerator_driver driver = {"fft", start, done, &played, 0};
static struct hk_accelerator_driver other = {"mixer", start, done, 0, 0};

static struct hk_offload task = {"fft", "transform",    2, 0, 0,
                                 0,     {{0, 0, 0, 0}}, 0};

static void begin(void) { task.count = 0; }

static void nobody_drives(void) {
  begin();
  CHECK(hk_offload_start(&task, 1) == 0);
  hk_offload_end(&task, 1);
}

static void buffers_are_handed_over(void) {
  static int x[4], y[8];
  played.accepts = 1;
  played.ended = 1;
  begin();
  hk_offload_given(&task, x, 0, sizeof x);
  hk_offload_given(&task, y, 0, sizeof y);
  hk_offload_taken(&task, y, 0, sizeof y);     /* both */
  hk_offload_taken(&task, y, 0, sizeof y / 2); /* another section */
  CHECK(hk_offload_start(&task, 2) == 1);
  hk_offload_end(&task, 2);
  CHECK(played.task.count == 3 && played.task.unit == 2);
  CHECK(strcmp(played.task.name, "transform") == 0);
  const struct hk_buffer *b = played.task.buffers;
  CHECK(b[0].at == x && b[0].bytes == sizeof x && b[0].is_in && !b[0].is_out);
  CHECK(b[1].at == y && b[1].bytes == sizeof y && b[1].is_in && b[1].is_out);
  CHECK(b[2].at == y && b[2].bytes == sizeof y / 2 && !b[2].is_in &&
        b[2].is_out);
  CHECK(task.running == 0);
}

static void a_busy_one_is_not_waited_for(void) {
  played.accepts = 0;
  played.ended = 0;
  begin();
  CHECK(hk_offload_start(&task, 3) == 0);
  hk_offload_end(&task, 3);
  played.accepts = 1;
}

static void too_many_buffers_stay(void) {
  static char bytes[hk_most_buffers + 1];
  int before = played.started;
  begin();
  for (unsigned i = 0; i <= hk_most_buffers; i++)
    hk_offload_given(&task, bytes + i, 0, 1);
  CHECK(hk_offload_start(&task, 4) == 0);
  CHECK(played.started == before);
}

static void *wait_for_it(void *ended) {
  hk_offload_end(&task, 5);
  CHECK(__atomic_load_n(&played.ended, __ATOMIC_ACQUIRE));
  __atomic_fetch_add((int *)ended, 1, __ATOMIC_RELEASE);
  return 0;
}

/* Several cores wait for one end; a later run is none of theirs. */
static void all_wait_for_the_end(void) {
  pthread_t threads[3];
  int ended = 0;
  played.ended = 0;
  played.asked = 0;
  begin();
  CHECK(hk_offload_start(&task, 5) == 1);
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&threads[i], 0, wait_for_it, &ended) == 0);
  while (__atomic_load_n(&played.asked, __ATOMIC_RELAXED) < 3000)
    usleep(100);
  CHECK(__atomic_load_n(&ended, __ATOMIC_ACQUIRE) == 0);
  __atomic_store_n(&played.ended, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  CHECK(ended == 3);
  __atomic_store_n(&played.ended, 0, __ATOMIC_RELEASE);
  CHECK(hk_offload_start(&task, 6) == 1);
  hk_offload_end(&task, 5); /* over, whatever runs now */
  __atomic_store_n(&played.ended, 1, __ATOMIC_RELEASE);
  hk_offload_end(&task, 6);
}

int main(void) {
  CHECK(hk_accelerator_drive != 0);
  hk_accelerator_drive(&other);
  nobody_drives();
  hk_accelerator_drive(&driver);
  buffers_are_handed_over();
  a_busy_one_is_not_waited_for();
  too_many_buffers_stay();
  all_wait_for_the_end();
  return 0;
}
