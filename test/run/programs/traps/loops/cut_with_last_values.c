// SPDX-License-Identifier: Apache-2.0
//
// Loops that are cut in two, with variables that neither half needs but the
// program reads afterwards.
#include "../../digest.h"
enum { N = 2000 };
static int a[N + 1], b[N + 1], c[N + 1];

static int unneeded(int n) {
  int t = -1;
  for (int i = 0; i < n; i++) {
    t = i * 2 + n;
    a[i] = b[i] * 3;
    c[i + 1] = c[i] % 1000 * 5 + b[i];
  }
  return t;
}
static int chain_of_unneeded(int n) {
  int t = -1, u = -2;
  for (int i = 0; i < n; i++) {
    t = i * 2 + n;
    u = t * 3 + 1;
    a[i] = b[i] * 3;
    c[i + 1] = c[i] % 1000 * 5 + b[i];
  }
  return u;
}
static int needed_once(int n) {
  int t = -1;
  for (int i = 0; i < n; i++) {
    t = i * 2 + n;
    a[i] = b[i] * 3 + t;
    c[i + 1] = c[i] % 1000 * 5 + b[i];
  }
  return t;
}
static int needed_by_the_other(int n) {
  int t = -1;
  for (int i = 0; i < n; i++) {
    t = i * 2 + n;
    a[i] = b[i] * 3;
    c[i + 1] = c[i] % 1000 * 5 + t;
  }
  return t;
}

int main(void) {
  int (*volatile loops[])(int) = {unneeded, chain_of_unneeded, needed_once,
                                  needed_by_the_other};
  for (int i = 0; i < N; i++)
    b[i] = i * 37 % 1000 - 500;
  for (int k = 0; k < 4; k++)
    for (int n = 0; n <= N; n += n < 3 ? 1 : 333) {
      printf("t %ld\n", (long)loops[k](n));
      show("a", a, sizeof a);
      show("c", c, sizeof c);
    }
  return 0;
}
