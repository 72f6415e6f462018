// SPDX-License-Identifier: Apache-2.0
// FLAGS: -pthread
//
// The program synchronizes its own threads: locks, a condition, a thread that
// is still there at the end.
#include "../digest.h"

#include <pthread.h>
#include <unistd.h>

#define N 20000
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int queue[N], produced, finished;
static long eaten;
static int a[N];

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!produced && !finished)
      pthread_cond_wait(&ready, &lock);
    if (!produced)
      break;
    for (int i = 0; i < produced; i++)
      eaten += queue[i];
    produced = 0;
    pthread_cond_signal(&ready);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *sleeper(void *unused) {
  for (;;)
    pause();
  return unused;
}

int main(void) {
  pthread_t t, s;
  if (pthread_create(&s, NULL, sleeper, NULL) || pthread_detach(s) ||
      pthread_create(&t, NULL, consumer, NULL))
    return 1;
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < N; i++)
      a[i] += i ^ round;
    pthread_mutex_lock(&lock);
    while (produced)
      pthread_cond_wait(&ready, &lock);
    for (int i = 0; i < N; i++)
      queue[i] = a[i] & 255;
    produced = N;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  while (produced)
    pthread_cond_wait(&ready, &lock);
  finished = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  printf("%ld\n", eaten);
  show("a", a, sizeof a);
  return 0;
}
