/* SPDX-License-Identifier: Apache-2.0
 *
 * Sleeping by condition variables, for systems without a futex: a word's
 * address picks one of a few queues, and a waker wakes the whole queue
 * ("parking lot"). Sleepers look at the word under the queue's lock and wakers
 * take that lock after the word has changed, so no wake-up is lost.
 */
#include "platform/platform.h"

#include <errno.h>
#include <stdint.h>
#include <time.h>

enum { QUEUES = 32 };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t woken;
} __attribute__((aligned(64)));

#define QUEUE {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER}
#define EIGHT QUEUE, QUEUE, QUEUE, QUEUE, QUEUE, QUEUE, QUEUE, QUEUE
static struct queue queues[QUEUES] = {EIGHT, EIGHT, EIGHT, EIGHT};

static struct queue *queue_of(const unsigned *word) {
  return &queues[((uintptr_t)word >> 6) % QUEUES];
}

void hki_platform_sleep(const unsigned *word, unsigned expected) {
  struct queue *queue = queue_of(word);
  pthread_mutex_lock(&queue->lock);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == expected)
    pthread_cond_wait(&queue->woken, &queue->lock);
  pthread_mutex_unlock(&queue->lock);
}

void hki_platform_wake(const unsigned *word) {
  struct queue *queue = queue_of(word);
  pthread_mutex_lock(&queue->lock);
  pthread_cond_broadcast(&queue->woken);
  pthread_mutex_unlock(&queue->lock);
}

static void sleep_a_moment(void) {
  struct timespec moment = {0, 50 * 1000};
  int saved = errno;
  nanosleep(&moment, NULL);
  errno = saved;
}

/* Nobody can stand in two queues, and there is none between processes: look
 * again after a moment. */
void hki_platform_sleep_any(const unsigned *const *words,
                            const unsigned *expected, unsigned count) {
  for (unsigned i = 0; i < count && i < HKI_MOST_WORDS; i++)
    if (__atomic_load_n(words[i], __ATOMIC_SEQ_CST) != expected[i])
      return;
  sleep_a_moment();
}

void hki_platform_sleep_shared(const unsigned *word, unsigned expected) {
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == expected)
    sleep_a_moment();
}

void hki_platform_wake_shared(const unsigned *word) { (void)word; }

/* A worker that the child does not have may have held a lock. */
void hki_platform_after_fork(void) {
  for (unsigned i = 0; i < QUEUES; i++)
    queues[i] = (struct queue)QUEUE;
}
