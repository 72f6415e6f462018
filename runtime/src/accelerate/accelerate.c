/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks on accelerators: who drives which, and the wait for their ends. */
#include "hocket/accelerator.h"

#include "arch.h"
#include "hocket/abi.h"
#include "hocket/abi_accelerator.h"
#include "platform/platform.h"
#include "waits/waiting.h"

#include <stddef.h>
#include <string.h>

/* Emitted C has a name of its own for the same thing. */
_Static_assert(sizeof(struct hk_offloaded) == sizeof(struct hk_buffer) &&
                   offsetof(struct hk_offloaded, is_out) ==
                       offsetof(struct hk_buffer, is_out) &&
                   offsetof(struct hk_offloaded, bytes) ==
                       offsetof(struct hk_buffer, bytes),
               "a buffer is a buffer");

static struct hk_accelerator_driver *drivers;
static long process; /* that has told of them: a fork has no drivers */

void hk_accelerator_drive(struct hk_accelerator_driver *driver) {
  __atomic_store_n(&process, hki_platform_process(), __ATOMIC_RELAXED);
  driver->next = __atomic_load_n(&drivers, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&drivers, &driver->next, driver, 0,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

static struct hk_accelerator_driver *driver_of(const char *accelerator) {
  struct hk_accelerator_driver *driver =
      __atomic_load_n(&drivers, __ATOMIC_ACQUIRE);
  while (driver && strcmp(driver->accelerator, accelerator) != 0)
    driver = driver->next;
  return driver;
}

static struct hk_offloaded *next_buffer(struct hk_offload *task) {
  /* Too many are counted, not kept. */
  return task->count++ < hk_most_buffers ? &task->buffers[task->count - 1]
                                         : NULL;
}

void hk_offload_given(struct hk_offload *task, const volatile void *at,
                      int mark, unsigned long bytes) {
  (void)mark;
  struct hk_offloaded *buffer = next_buffer(task);
  if (buffer)
    *buffer = (struct hk_offloaded){(void *)(unsigned long)at, bytes, 1, 0};
}

void hk_offload_taken(struct hk_offload *task, volatile void *at, int mark,
                      unsigned long bytes) {
  (void)mark;
  for (unsigned i = 0; i < task->count && i < hk_most_buffers; ++i)
    if (task->buffers[i].at == (void *)(unsigned long)at &&
        task->buffers[i].bytes == bytes) {
      task->buffers[i].is_out = 1; /* it is given, too */
      return;
    }
  struct hk_offloaded *buffer = next_buffer(task);
  if (buffer)
    *buffer = (struct hk_offloaded){(void *)(unsigned long)at, bytes, 0, 1};
}

int hk_offload_start(struct hk_offload *task, unsigned number) {
  struct hk_accelerator_driver *driver = driver_of(task->accelerator);
  if (!driver || task->count > hk_most_buffers ||
      __atomic_load_n(&process, __ATOMIC_RELAXED) != hki_platform_process())
    return 0;
  const struct hk_accelerator_task asked = {
      task->accelerator, task->task, task->unit, task->count,
      (const struct hk_buffer *)(const void *)task->buffers};
  task->driver = driver;
  if (!driver->start(driver->self, &asked))
    return 0;
  __atomic_store_n(&task->running, number, __ATOMIC_RELEASE);
  return 1;
}

/* Between two questions to a driver: more and more patiently. */
static void pause_before(unsigned question) {
  enum { AT_ONCE = 1000, BUSY = 2000, REST = 50 * 1000 };
  hki_check_orphan();
  if (question < AT_ONCE && hki_usual_spin() != 0)
    hki_pause();
  else if (question < BUSY)
    hki_platform_yield();
  else
    hki_platform_sleep_until(hki_platform_clock() + REST);
}

void hk_offload_end(struct hk_offload *task, unsigned number) {
  for (unsigned question = 0;; ++question) {
    if (__atomic_load_n(&task->running, __ATOMIC_ACQUIRE) != number)
      return; /* done; what runs now, if anything, was started since */
    if (__atomic_exchange_n(&task->asking, 1, __ATOMIC_ACQUIRE) == 0) {
      struct hk_accelerator_driver *driver = task->driver;
      /* Whoever had asked before may have seen the end. */
      if (__atomic_load_n(&task->running, __ATOMIC_ACQUIRE) == number &&
          driver->done(driver->self, task->unit))
        __atomic_store_n(&task->running, 0, __ATOMIC_RELEASE);
      __atomic_store_n(&task->asking, 0, __ATOMIC_RELEASE);
    }
    pause_before(question);
  }
}
