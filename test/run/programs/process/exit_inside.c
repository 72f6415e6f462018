// SPDX-License-Identifier: Apache-2.0
// STATUS: 7
//
// exit from inside loops that are otherwise parallel; handlers run once, last
// first, and see everything before.
#include "../digest.h"

#include <stdlib.h>

#define N 50000
static int a[N], b[N];

static void first_handler(void) { show("first handler", a, sizeof a); }
static void second_handler(void) {
  for (int i = 0; i < N; i++)
    a[i] += 1;
  show("second handler", b, sizeof b);
}

static int checked(int v, int i) {
  if (v == 41234) {
    printf("leaving at %d\n", i);
    exit(7);
  }
  return v;
}

int main(void) {
  atexit(first_handler);
  atexit(second_handler);
  for (int i = 0; i < N; i++)
    a[i] = (i * 3) % N;
  for (int i = 0; i < N; i++)
    b[i] = checked(a[i], i) * 2;
  printf("not reached\n");
  return 0;
}
