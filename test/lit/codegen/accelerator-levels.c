// Tasks on an accelerator at several levels of a region: in a do loop, on both
// sides of a branch, in a loop inside it, by pointers, arrays, elements and
// scalars, some of them given and taken; and beside what needs them at once.
// RUN: %cc -O2 -DBOARD -I%runtime/../include -I%specs/../examples/accelerator -c %s -o %t.board.o
// RUN: %cc -O2 -I%runtime/../include -c %specs/../examples/accelerator/emulator.c -o %t.emulator.o
// RUN: %cc -O2 %s -o %t.plain && %t.plain > %t.plain.out
// RUN: sed 's/ids: 0-1/ids: 0-2/' %specs/../examples/accelerator/board.yaml > %t.yaml
// RUN: %hocketcc -O2 -Wall -Wextra -Werror --soc=%t.yaml -Rhocket=accelerator-task %s %t.board.o %t.emulator.o -o %t 2>&1 | %FileCheck %s
// CHECK-COUNT-3: =accelerator-task]
// RUN: %t | diff %t.plain.out -
// RUN: env EMULATED=taken HOCKET_CORES=2 %t | diff %t.plain.out -
// RUN: env EMULATED=off %t | diff %t.plain.out -
static unsigned mix(const unsigned *in, int n, unsigned seed) {
  for (int k = 0; k < 60; k++)
    for (int i = 0; i < n; i++)
      seed = seed * 5 + (in[i] ^ (unsigned)k);
  return seed;
}

#ifdef BOARD
#include "emulator.h"
#include <stddef.h>

static void one(void *const *b, const unsigned long *n) {
  unsigned s = *(unsigned *)b[1];
  unsigned *o = b[2];
  *o = mix(b[0], n[0] / 4, s);
}
static void inplace(void *const *b, const unsigned long *n) {
  *(unsigned *)b[1] = mix(b[0], n[0] / 4, *(unsigned *)b[1]);
}
static const struct emulated_task tasks[] = {
    {"one", one, 50}, {"inplace", inplace, 50}, {NULL, NULL, 0}};
__attribute__((constructor)) static void tell(void) {
  emulate("correlator", tasks);
}
#else
#include <stdio.h>
#include <stdlib.h>

static unsigned table[64];
static void spin(unsigned *a, int n, unsigned s) {
  for (int i = 0; i < n; i++) {
    unsigned v = a[i] + s;
    for (int k = 0; k < 200; k++)
      v = v * 3 + (v >> 5);
    a[i] = v;
  }
}
int main(void) {
  int n = 900;
  unsigned *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), r = 1,
           acc[4] = {0};
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i * 7u;
  for (int i = 0; i < 64; i++)
    table[i] = i;
  int i = 0;
  do {
    unsigned w[1];
#pragma hocket accelerator(correlator, 2000, in(b[0 : n], r), out(w), runs(one))
    w[0] = mix(b, n, r);
    spin(a, n, r);
    if (w[0] & 1) {
      r += w[0];
#pragma hocket accelerator(correlator, 2000, in(a[10 : n - 10], r),            \
                           out(acc[1 : 1]), runs(one))
      acc[1] = mix(a + 10, n - 10, r);
      for (int j = 0; j < n; j++)
        b[j] = b[j] * 3 + table[j & 63];
    } else {
      for (int t = 0; t < 3; t++) {
#pragma hocket accelerator(correlator, 2000, in(a[0 : n], r), out(r),          \
                           runs(inplace))
        r = mix(a, n, r);
        spin(b, n, (unsigned)t);
      }
    }
    spin(b, n, r);
    i++;
  } while (i < 40);
  unsigned c = 0;
  for (int k = 0; k < n; k++)
    c = c * 31 + (a[k] ^ b[k]);
  printf("%u %u %u\n", r, c, acc[1]);
  return 0;
}
#endif
