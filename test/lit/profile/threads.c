// Threads of the program's own count together.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 -pthread --profile-generate=%t/p %s -o %t/x
// RUN: %t/x
// RUN: %FileCheck %s < %t/p
#include <pthread.h>
static long sums[4];

static void add(long *sum, long n) {
  // CHECK: "kind": "loop", "line": [[#@LINE+1]], "runs": 80000, "times": 240000,
  for (long i = 0; i < n; i++)
    *sum += i;
}

static void *work(void *which) {
  // CHECK: "kind": "loop", "line": [[#@LINE+1]], "runs": 4, "times": 80000,
  for (int i = 0; i < 20000; i++)
    add(which, 1 + i % 5);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, work, &sums[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return sums[0] == 0;
}
