// What the clauses claim orders other tasks, as what the statement does: with an
// accelerator that has memory of its own, one that overlapped what it must not
// would give back old bytes, or get new ones.
// RUN: %cc -O2 -DBOARD -I%runtime/../include -I%specs/../examples/accelerator -c %s -o %t.board.o
// RUN: %cc -O2 -I%runtime/../include -c %specs/../examples/accelerator/emulator.c -o %t.emulator.o
// RUN: %cc -O2 %s -o %t.plain && %t.plain > %t.plain.out
// RUN: sed 's/ids: 0-1/ids: 0-2/' %specs/../examples/accelerator/board.yaml > %t.yaml
// RUN: %hocketcc -O2 --soc=%t.yaml -Rhocket %s %t.board.o %t.emulator.o -o %t 2>&1 | %FileCheck %s
// CHECK-COUNT-5: =accelerator-task]
// RUN: %t | diff %t.plain.out -
// RUN: env EMULATED=taken %t | diff %t.plain.out -
// RUN: env EMULATED=busy %t | diff %t.plain.out -
// RUN: env HOCKET_CORES=1 %t | diff %t.plain.out -
//
// And that memory of its own shows what a clause forgets.
// RUN: %hocketcc -O2 --soc=%t.yaml -DFORGETS %s %t.board.o %t.emulator.o -o %t
// RUN: %t > %t.out; %not diff %t.plain.out %t.out > /dev/null
// RUN: env EMULATED=off %t | diff %t.plain.out -
//
// All of y is claimed, half of it is written; the other half has to wait, though
// nothing that the statement does is in the way.
// RUN: %cc -O2 -DHALVES %s -o %t.plain && %t.plain > %t.plain.out
// RUN: %hocketcc -O2 --soc=%t.yaml -DHALVES -Rhocket=accelerator-task %s %t.board.o %t.emulator.o -o %t 2>&1 | %FileCheck %s --check-prefix=HALVES
// HALVES: =accelerator-task]
// RUN: %t | diff %t.plain.out -
#ifdef BOARD
#include "emulator.h"
#include <stddef.h>

/* Half of y is written, all of it is given back. */
static void half(void *const *buffers, const unsigned long *bytes) {
  const int *x = buffers[0];
  int *y = buffers[1];
  unsigned long n = bytes[0] / sizeof *x;
  for (unsigned long i = 0; i < n / 2; i++) {
    unsigned sum = 0;
    for (unsigned long k = 0; k < n; k++)
      sum = sum * 3 + (x[k] ^ (int)i);
    y[i] = sum;
  }
}

static void sum(void *const *buffers, const unsigned long *bytes) {
  const int *x = buffers[0];
  unsigned total = 0;
  for (unsigned long k = 0; k < 400; k++)
    for (unsigned long i = 0; i < bytes[0] / sizeof *x; i++)
      total = total * 5 + (unsigned)(x[i] ^ (int)k);
  *(unsigned *)buffers[1] = total;
}

static const struct emulated_task tasks[] = {{"half", half, 300},
                                             {"sum", sum, 300},
                                             {NULL, NULL, 0}};
__attribute__((constructor)) static void tell(void) {
  emulate("correlator", tasks);
}
#else
#include <stdio.h>
#include <stdlib.h>
enum { N = 1000 };
static int x[N], y[N], z[N], w[N], v[N];
#ifdef FORGETS
enum { GIVEN = N - 1 };
#else
enum { GIVEN = N };
#endif

static unsigned expensive(unsigned seed, int times) {
  for (int k = 0; k < times; k++)
    seed = seed * 3 + (seed >> 3);
  return seed;
}

#ifdef HALVES
int main(void) {
  unsigned check = 0;
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 23;
  for (int t = 0; t < 40; t++) {
#pragma hocket accelerator(correlator, 2000, in(x, y), out(y), runs(half))
    for (int i = 0; i < N / 2; i++) {
      unsigned sum = 0;
      for (int k = 0; k < N; k++)
        sum = sum * 3 + (x[k] ^ i);
      y[i] = sum;
    }
    for (int i = N / 2; i < N; i++)
      y[i] = expensive(y[i] + i, 5000);
  }
  for (int i = 0; i < N; i++)
    check = check * 31 + (unsigned)y[i];
  printf("%u\n", check);
  return 0;
}
#else
int main(void) {
  int *heap = malloc(N * sizeof *heap), n = N, flips = 0;
  unsigned total = 0;
  if (!heap)
    return 1;
  for (int i = 0; i < N; i++)
    x[i] = heap[i] = i * 7 % 23;
  for (int t = 0; t < 40; t++) {
    // The other half of y is another task's, and x changes behind it.
#pragma hocket accelerator(correlator, 2000, in(x[0:GIVEN], y), out(y), runs(half))
    for (int i = 0; i < N / 2; i++) {
      unsigned sum = 0;
      for (int k = 0; k < N; k++)
        sum = sum * 3 + (x[k] ^ i);
      y[i] = sum;
    }
    for (int i = N / 2; i < N; i++)
      y[i] = expensive(i + t, 300);
    for (int i = 0; i < N; i++)
      x[i] = expensive(x[i] + t, 300);
    // By a pointer, into a scalar; read at once, and carried.
#pragma hocket accelerator(correlator, 2000, in(heap[0:n]), out(total), runs(sum))
    {
      unsigned sum = 0;
      for (int k = 0; k < 400; k++)
        for (int i = 0; i < n; i++)
          sum = sum * 5 + (unsigned)(heap[i] ^ k);
      total = sum;
    }
    for (int i = 0; i < N; i++)
      z[i] = expensive(z[i] + i, 300);
    for (int i = 0; i < N; i++)
      heap[i] = expensive(heap[i] + total, 300);
    // Two at once, of which one unit runs one at a time.
#pragma hocket accelerator(correlator, 2000, in(z, v), out(v), runs(half))
    for (int i = 0; i < N / 2; i++) {
      unsigned sum = 0;
      for (int k = 0; k < N; k++)
        sum = sum * 3 + (z[k] ^ i);
      v[i] = sum;
    }
#pragma hocket accelerator(correlator, 2000, in(x, w), out(w), runs(half))
    for (int i = 0; i < N / 2; i++) {
      unsigned sum = 0;
      for (int k = 0; k < N; k++)
        sum = sum * 3 + (x[k] ^ i);
      w[i] = sum;
    }
    // Behind a condition.
    if (total & 1) {
      flips++;
#pragma hocket accelerator(correlator, 2000, in(w, z), out(z), runs(half))
      for (int i = 0; i < N / 2; i++) {
        unsigned sum = 0;
        for (int k = 0; k < N; k++)
          sum = sum * 3 + (w[k] ^ i);
        z[i] = sum;
      }
      for (int i = N / 2; i < N; i++)
        z[i] = expensive(z[i], 300);
    }
  }
  unsigned check = (unsigned)flips;
  for (int i = 0; i < N; i++)
    check = check * 31 + (unsigned)(x[i] ^ y[i] ^ z[i] ^ w[i] ^ v[i] ^ heap[i]);
  printf("%u %u\n", check, total);
  return 0;
}
#endif
#endif
