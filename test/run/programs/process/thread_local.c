// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11 -pthread
//
// Objects of a thread: those of the program's main thread must be used.
#include "../digest.h"

#include <pthread.h>

#define N 50000
static __thread int mine = 5, total;
_Thread_local int table[8] = {1, 2, 3};
static int a[N];

static int *address(void) { return &mine; }

static void *other(void *unused) {
  mine = 100;
  for (int i = 0; i < N; i++)
    total += i & 1;
  table[0] = total;
  return unused;
}

int main(void) {
  pthread_t t;
  mine = 6;
  if (pthread_create(&t, NULL, other, NULL))
    return 1;
  pthread_join(t, NULL);
  for (int i = 0; i < N; i++)
    a[i] = mine + table[i & 7] + *address();
  for (int i = 0; i < N; i++)
    total += a[i];
  for (int i = 0; i < N; i++)
    table[i & 7] ^= a[i];
  int *p = table;
  for (int i = 0; i < N; i++)
    p[i & 3] += i;
  printf("%d %d\n", mine, total);
  show("a", a, sizeof a);
  show("table", table, sizeof table);
  return 0;
}
