#include "emulator.h"

#include "hocket/accelerator.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_BUFFERS = 16 };

static struct {
  pthread_mutex_t lock;
  pthread_cond_t news;
  const struct emulated_task *tasks;
  /* The task that runs, if one does. */
  const struct emulated_task *task;
  const struct hk_buffer *buffers;
  unsigned count;
  int is_done;
  int is_busy, is_taken; /* EMULATED */
  unsigned asked;
  int has_thread;
  void *own[MOST_BUFFERS]; /* the accelerator's memory */
} unit = {.lock = PTHREAD_MUTEX_INITIALIZER, .news = PTHREAD_COND_INITIALIZER};

static void pause_until(struct timespec at, unsigned long microseconds) {
  at.tv_nsec += (long)(microseconds % 1000000) * 1000;
  at.tv_sec += (long)(microseconds / 1000000) + at.tv_nsec / 1000000000;
  at.tv_nsec %= 1000000000;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) != 0)
    ;
}

static void run(void) {
  struct timespec begin;
  unsigned long bytes[MOST_BUFFERS];
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (unsigned i = 0; i < unit.count; i++) {
    const struct hk_buffer *buffer = &unit.buffers[i];
    bytes[i] = buffer->bytes;
    unit.own[i] = malloc(buffer->bytes + 1);
    if (buffer->is_in)
      memcpy(unit.own[i], buffer->at, buffer->bytes);
    else
      memset(unit.own[i], 0xa5, buffer->bytes);
  }
  unit.task->run(unit.own, bytes);
  pause_until(begin, unit.task->microseconds);
  for (unsigned i = 0; i < unit.count; i++) {
    if (unit.buffers[i].is_out)
      memcpy(unit.buffers[i].at, unit.own[i], unit.buffers[i].bytes);
    free(unit.own[i]);
  }
}

static void *serve(void *unused) {
  pthread_mutex_lock(&unit.lock);
  for (;;) {
    while (!unit.task || unit.is_done)
      pthread_cond_wait(&unit.news, &unit.lock);
    pthread_mutex_unlock(&unit.lock);
    run();
    pthread_mutex_lock(&unit.lock);
    unit.is_done = 1;
  }
  return unused;
}

static int start(void *self, const struct hk_accelerator_task *asked) {
  const struct emulated_task *task = unit.tasks;
  (void)self;
  while (task->name && strcmp(task->name, asked->name) != 0)
    task++;
  if (!task->name || asked->count > MOST_BUFFERS || unit.is_busy ||
      (unit.is_taken && unit.asked++ % 2 == 1))
    return 0;
  pthread_mutex_lock(&unit.lock);
  int isFree = !unit.task || unit.is_done;
  if (!unit.has_thread) {
    pthread_t thread;
    unit.has_thread = pthread_create(&thread, NULL, serve, NULL) == 0;
  }
  isFree = isFree && unit.has_thread;
  if (isFree) {
    unit.task = task;
    unit.buffers = asked->buffers;
    unit.count = asked->count;
    unit.is_done = 0;
    pthread_cond_signal(&unit.news);
  }
  pthread_mutex_unlock(&unit.lock);
  return isFree;
}

static int done(void *self, unsigned which) {
  (void)self;
  (void)which;
  pthread_mutex_lock(&unit.lock);
  int isDone = unit.is_done;
  pthread_mutex_unlock(&unit.lock);
  return isDone;
}

static struct hk_accelerator_driver driver = {0, start, done, 0, 0};

void emulate(const char *accelerator, const struct emulated_task *tasks) {
  const char *how = getenv("EMULATED");
  if (!hk_accelerator_drive || (how && strcmp(how, "off") == 0))
    return;
  unit.is_busy = how && strcmp(how, "busy") == 0;
  unit.is_taken = how && strcmp(how, "taken") == 0;
  unit.tasks = tasks;
  driver.accelerator = accelerator;
  hk_accelerator_drive(&driver);
}
