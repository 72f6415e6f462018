// SPDX-License-Identifier: Apache-2.0
// FLAGS: -pthread
//
// Thread-local variables, which each thread would have of its own, and
// functions that tell threads apart.
#include "../../digest.h"
#include <pthread.h>
static unsigned a[1200];
static _Thread_local unsigned local = 5, array[16];
static __thread unsigned calls;
static unsigned counted(unsigned v) {
  calls++;
  return v + calls;
}
static unsigned *mine(void) { return &local; }
int main(void) {
  pthread_t self = pthread_self();
  unsigned same = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = (unsigned)i;
  for (int i = 0; i < 1000; i++)
    local += a[i];
  for (int i = 0; i < 1000; i++)
    a[i] += local;
  local++;
  for (int i = 0; i < 1000; i++)
    a[i] ^= *mine();
  for (int i = 0; i < 1000; i++)
    a[i] = counted(a[i]);
  for (int i = 0; i < 1000; i++)
    array[i & 15] += a[i];
  for (int i = 0; i < 1000; i++) {
    local = a[i];
    a[i] = local + 1u;
  }
  unsigned *p = &local;
  for (int i = 0; i < 1000; i++)
    a[i] += *p;
  for (int i = 0; i < 1000; i++)
    same += pthread_equal(pthread_self(), self) != 0;
  printf("%u %u %u\n", local, calls, same);
  show("array", array, sizeof array);
  show("a", a, sizeof a);
  return 0;
}
