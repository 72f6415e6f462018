// SPDX-License-Identifier: Apache-2.0
// FLAGS: -pthread
//
// Threads of the program's own call the same parallel function.
#include "../digest.h"

#include <pthread.h>

#define N 40000
static int data[3][N];

static void work(int *p, int seed) {
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < N; i++)
      p[i] = (p[i] + seed * i + round) & 0xffff;
    for (int i = 0; i < N / 2; i++)
      p[i] ^= p[N - 1 - i];
  }
}

static void *thread(void *p) {
  work(p, 7);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  work(data[2], 3);
  if (pthread_create(&a, NULL, thread, data[0]) ||
      pthread_create(&b, NULL, thread, data[1]))
    return 1;
  work(data[2], 5);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  work(data[0], 11);
  for (int k = 0; k < 3; k++)
    show("data", data[k], sizeof data[k]);
  return 0;
}
