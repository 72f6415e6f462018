// SPDX-License-Identifier: Apache-2.0
#include "../../digest.h"

#define N 20000

int a[N], b[N], c[N];

static int sum(int k) { return k * 7 + 1; }

static __attribute__((constructor)) void begin(void) {
  for (int i = 0; i < N; i++)
    a[i] = sum(i);
}

static __attribute__((destructor)) void end(void) {
  for (int i = 0; i < N; i++)
    b[i] = c[i] - a[N - 1 - i];
  show("end", b, sizeof b);
  fflush(stdout);
}

static void in_table(void) {
  for (int i = 0; i < N; i++)
    b[i] = a[N - 1 - i] % 1000;
}

static void other(void) {
  for (int i = 0; i < N; i++)
    b[i]--;
}

void (*const table[2])(void) = {other, in_table};

void by_symbol(void) {
  for (int i = 0; i < N; i++)
    a[i] += b[i];
}

static void target(void) {
  for (int i = 0; i < N; i++)
    a[i] ^= 0x55;
}

void by_alias(void) __attribute__((alias("target")));

/* Nobody calls them. */
void never_either(void) {
  extern void never(void);
  for (int i = 0; i < N; i++)
    a[i] = b[i] = 0;
  never();
}
