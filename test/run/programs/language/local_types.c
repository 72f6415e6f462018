// SPDX-License-Identifier: Apache-2.0
//
// Types, enumerators, functions and objects declared inside functions, names
// that hide others.
#include "../digest.h"

#define N 50000
int value[N];
static int i = 1000;

static int scoped(int n) {
  struct pair {
    int a, b;
  } pairs[64];
  enum { STEP = 3, LIMIT = 64 };
  typedef struct pair pair_t;
  extern int value[];
  int total = 0;
  for (int k = 0; k < N; k++) {
    pair_t p = {k, n};
    enum local { RED = 5, BLUE } colour = k & 1 ? RED : BLUE;
    pairs[k % LIMIT] = p;
    value[k] = p.a * STEP + p.b + colour;
  }
  for (int k = 0; k < LIMIT; k++)
    total += pairs[k].a - pairs[k].b;
  return total;
}

int main(void) {
  int n = 5, r = scoped(n);
  for (int i = 0; i < N; i++) {
    int n = value[i];
    {
      int i = n * 2;
      n += i;
    }
    value[i] = n;
    for (int n = 0; n < 2; n++)
      value[i] += n;
  }
  for (n = 0; n < N; n++) {
    int printf_ = value[n];
    static int kept;
    value[n] = printf_ - kept;
    kept = printf_ & 7;
  }
  printf("%d %d %d\n", r, n, i);
  show("value", value, sizeof value);
  return 0;
}
