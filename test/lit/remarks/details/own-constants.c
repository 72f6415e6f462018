// A static variable of a called function that is never written is no state of
// its own, even if its address goes to a function of the library. Where somebody
// may see which of two it is, it is one.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-speculate -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <string.h>

struct kind {
  int value;
};

static int work[1024];
static const struct kind *seen;

static void reset(unsigned *state) {
  static const unsigned first[4] = {1, 2, 3, 4};
  memcpy(state, first, sizeof first);
}
static void mark(void) {
  static const struct kind none = {3};
  seen = &none;
}
static void count(unsigned *state) {
  typedef unsigned number;
  static number counts[4];
  counts[state[0] & 3]++;
  memcpy(state, counts, sizeof counts);
}

static long run(int n, int which) {
  long sum = 0;
  // CHECK-DAG: own-constants.c:[[#@LINE+1]]:3: remark: loop runs speculatively
  for (int i = 0; i < n; i++) {
    unsigned state[4];
    reset(state);
    for (int k = 0; k < 300; k++) {
      int j = (int)(state[k & 3] * 69069u + work[(k * 7 + i) & 1023]) & 1023;
      state[(k + 1) & 3] ^= (unsigned)j;
      if (j == which)
        work[j]++;
    }
    sum += state[0] & 3;
  }
  // CHECK-DAG: own-constants.c:[[#@LINE+1]]:3: remark: loop does not run speculatively: 'mark' has static variables of its own [-Rhocket-missed=not-tried]
  for (int i = 0; i < n; i++) {
    mark();
    for (int k = 0; k < 300; k++)
      if (work[(work[k] * 7 + i) & 1023]++ == which)
        sum += k;
  }
  // CHECK-DAG: own-constants.c:[[#@LINE+1]]:3: remark: loop does not run speculatively: 'count' has static variables of its own [-Rhocket-missed=not-tried]
  for (int i = 0; i < n; i++) {
    unsigned state[4] = {1, 2, 3, 4};
    count(state);
    for (int k = 0; k < 300; k++)
      if (work[(work[k] * 7 + state[k & 3]) & 1023]++ == which)
        sum += k;
  }
  return sum;
}

int main(int argc, char **argv) {
  (void)argv;
  long sum = run(1000, argc);
  printf("%ld %d\n", sum, seen->value);
  return 0;
}
