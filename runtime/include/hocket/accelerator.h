/* SPDX-License-Identifier: Apache-2.0
 *
 * Drivers of accelerators. Programs whose statements are marked
 *
 *   #pragma hocket accelerator(fft, 12000, in(x), out(y))
 *
 * start them on the accelerator `fft` if a driver of that name says that it can
 * take them, and else run them on the CPU that would have started them. A board
 * has its driver in a file of its own that is linked to the program, and tells
 * of it before main:
 *
 *   static int start(void *self, const struct hk_accelerator_task *task);
 *   static int done(void *self, unsigned unit);
 *   static struct hk_accelerator_driver fft = {"fft", start, done, 0, 0};
 *   __attribute__((constructor)) static void tell(void) {
 *     if (hk_accelerator_drive)
 *       hk_accelerator_drive(&fft);
 *   }
 *
 * It is left out where nothing of the program can run there: then the function
 * is not linked, and its address is null. More: docs/accelerators.md.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that a task is given, that is taken back from it, or both. */
struct hk_buffer {
  void *at;
  unsigned long bytes;
  int is_in, is_out;
};

/* What an accelerator is to run. */
struct hk_accelerator_task {
  const char *accelerator; /* "fft" */
  const char *name;        /* what is to be run: of `runs`, or a function */
  unsigned unit;           /* which of equal accelerators, from 0 on */
  unsigned count;          /* buffers */
  /* In the order in which the pragma names them first. They stay, as what
     they lead to does, until the task is done. */
  const struct hk_buffer *buffers;
};

/* Of all accelerators of a name. The functions are called by one thread at a
 * time for each unit, by any thread, also from several at once for different
 * units. They must not call functions of the program. */
struct hk_accelerator_driver {
  const char *accelerator; /* as the SoC spec and the pragmas call it */
  /* Begins the task and returns 1. Or returns 0, having done nothing: the
     accelerator is busy (of another process, say), or does not know the task.
     Until it is done the accelerator may read what is in and write what is out,
     whenever it likes, and must touch nothing else. */
  int (*start)(void *self, const struct hk_accelerator_task *task);
  /* Whether the task that was started on the unit last is done: all that it
     gives back is in memory, for the calling thread to see. Sometime it is. */
  int (*done)(void *self, unsigned unit);
  void *self;                         /* handed to both */
  struct hk_accelerator_driver *next; /* the runtime's; 0 at first */
};

/* From now on the driver, which has to stay, is asked for the tasks of its
 * accelerator, in this process. Of several for one name the last one counts. */
void hk_accelerator_drive(struct hk_accelerator_driver *driver)
    __attribute__((weak));

#ifdef __cplusplus
}
#endif
