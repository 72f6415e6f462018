/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks that accelerators may run, as emitted C starts them and waits for them.
 * As it is pasted into preprocessed units, it uses no macro (see abi.h). What
 * it means: docs/accelerators.md.
 *
 * The core that starts a task lets others go on with a flag, as if it had done
 * it; whoever needs what it does then waits for its end by hk_offload_end. The
 * core itself does so before the repetition, or the region, is over. So an end
 * is waited for only when the task is known to be started, and nobody waits for
 * another core there.
 */
#pragma once

enum { hk_most_buffers = 16 };

/* Around a marked statement: they do nothing. */
int hk_mark_task(int mark, int given, int taken) __asm__("__hocket_task")
    __attribute__((const));
int hk_mark_given(const volatile void *at, int mark,
                  unsigned long bytes) __asm__("__hocket_given")
    __attribute__((const));
int hk_mark_taken(volatile void *at, int mark,
                  unsigned long bytes) __asm__("__hocket_taken")
    __attribute__((const));

/* Static, one for each task. */
struct hk_offload {
  const char *accelerator, *task;
  unsigned unit;
  /* The runtime's, 0 at first. */
  unsigned running; /* the number of its run on the accelerator; 0: none */
  unsigned asking;  /* somebody asks the driver whether it is done */
  unsigned count;   /* buffers; more than hk_most_buffers: too many */
  struct hk_offloaded {
    void *at;
    unsigned long bytes;
    int is_in, is_out;
  } buffers[16];
  void *driver;
};

/* Add to the task's buffers. */
void hk_offload_given(struct hk_offload *task, const volatile void *at,
                      int mark,
                      unsigned long bytes) __asm__("__hocket_offload_given");
void hk_offload_taken(struct hk_offload *task, volatile void *at, int mark,
                      unsigned long bytes) __asm__("__hocket_offload_taken");

/* Starts the task with its buffers. \param number of this run, not 0; no two
 * runs in a row have the same. \returns 0, having done nothing, if no driver
 * takes it: then the caller runs it. */
int hk_offload_start(struct hk_offload *task,
                     unsigned number) __asm__("__hocket_offload_start");

/* Returns when the run of that number, which has been started, is done: at once
 * where a core has done it. What it has written is visible then. */
void hk_offload_end(struct hk_offload *task,
                    unsigned number) __asm__("__hocket_offload_end");
