// SPDX-License-Identifier: Apache-2.0
// Work buffers whose size is that of their allocation, with subscripts that
// data chooses: those that an iteration fills as a whole, and those of which it
// finds something left by the one before.
#include "../../digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count; // of elements
static int place[64], lengths[120];

/// Takes longer for the first iterations: others overtake them.
static unsigned work(int i, int n) {
  unsigned h = (unsigned)i;
  for (int k = 0; k < (i < n / 2 ? 4000 : 4); k++)
    h = h * 1664525u + 1013904223u;
  return h >> 30;
}

static void *must(void *block) {
  if (!block)
    exit(1);
  return block;
}

static unsigned total(const unsigned *a) {
  unsigned h = 1;
  for (int k = 0; k < count; k++)
    h = h * 31 + a[k];
  return h;
}

// All of it, by memset.
static void __attribute__((noinline)) cleared(unsigned *out, int n) {
  unsigned *a = must(malloc((size_t)count * sizeof *a));
  for (int i = 0; i < n; i++) {
    memset(a, 0, (size_t)count * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  free(a);
}

// All of it, by a loop; the function that reads it is called here alone.
static unsigned lastOf(const unsigned *a, int length) { return a[length]; }
static void __attribute__((noinline)) filled(unsigned *out, int n) {
  int most = count;
  unsigned *a = malloc(sizeof *a * (size_t)(most + 1));
  for (int i = 0; i < n; i++) {
    int length = lengths[i];
    for (int k = 0; k <= length; k++)
      a[k] = (unsigned)(i * k) + work(i, n);
    out[i] = lastOf(a, length);
  }
  free(a);
}

// All but the last element.
static void __attribute__((noinline)) oneShort(unsigned *out, int n) {
  unsigned *a = calloc((size_t)count, sizeof *a);
  for (int i = 0; i < n; i++) {
    memset(a, 0, (size_t)(count - 1) * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  free(a);
}

// From the second on.
static void __attribute__((noinline)) fromSecond(unsigned *out, int n) {
  unsigned *a = calloc((size_t)count, sizeof *a);
  for (int i = 0; i < n; i++) {
    memset(a + 1, 0, (size_t)(count - 1) * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  free(a);
}

// Only where something says so.
static void __attribute__((noinline)) sometimes(unsigned *out, int n) {
  unsigned *a = calloc((size_t)count, sizeof *a);
  for (int i = 0; i < n; i++) {
    if (place[i % 64] % 3)
      memset(a, 0, (size_t)count * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  free(a);
}

// The number of elements is another one when the loop runs.
static void __attribute__((noinline)) shrunk(unsigned *out, int n) {
  int m = count * 2;
  unsigned *a = calloc((size_t)m, sizeof *a);
  m = count / 2;
  for (int i = 0; i < n; i++) {
    memset(a, 0, (size_t)m * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  free(a);
}

// A called function changes it in between.
static int wanted;
static void __attribute__((noinline)) halve(void) { wanted /= 2; }
static void __attribute__((noinline)) halved(unsigned *out, int n) {
  wanted = count;
  unsigned *a = calloc((size_t)wanted, sizeof *a);
  halve();
  for (int i = 0; i < n; i++) {
    memset(a, 0, (size_t)wanted * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  free(a);
}

// The pointer moves on from the start of the block.
static void __attribute__((noinline)) moved(unsigned *out, int n) {
  unsigned *block = calloc((size_t)count + 8, sizeof *block);
  unsigned *a = block + 8;
  for (int i = 0; i < n; i++) {
    memset(a, 0, (size_t)count * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k] - 8] += (unsigned)(i + k) + work(i, n);
    out[i] = total(block);
  }
  free(block);
}

// Another function has the block, too, and reads it after the loop.
static unsigned *kept;
static void __attribute__((noinline)) readAfter(unsigned *out, int n) {
  unsigned *a = malloc((size_t)count * sizeof *a);
  kept = a;
  for (int i = 0; i < n; i++) {
    memset(a, 0, (size_t)count * sizeof *a);
    for (int k = 0; k < 64; k++)
      a[place[k]] += (unsigned)(i + k) + work(i, n);
    out[i] = total(a);
  }
  out[0] += total(kept);
  free(a);
}

// What one iteration's last call leaves is read by a call after the loop.
static unsigned firstOf(const unsigned *a, int length) { return a[length - 1]; }
static void __attribute__((noinline)) calledAfter(unsigned *out, int n) {
  unsigned *a = malloc((size_t)count * sizeof *a);
  for (int k = 0; k < count; k++)
    a[k] = 1;
  for (int i = 0; i < n; i++) {
    int length = 1 + lengths[i];
    for (int k = 0; k < length; k++)
      a[k] = (unsigned)(i * k) + work(i, n);
    out[i] = firstOf(a, length);
  }
  out[1] += firstOf(a, 3);
  free(a);
}

// Not the one that came.
static void *other(void *block) {
  static unsigned mine[256];
  if (block)
    free(block);
  block = mine;
  return block;
}
static void __attribute__((noinline)) exchanged(unsigned *out, int n) {
  unsigned *a = other(malloc((size_t)count * sizeof *a));
  unsigned *b = other(malloc((size_t)count * sizeof *b));
  for (int i = 0; i < n; i++) {
    a[place[i % 64]] += (unsigned)i + work(i, n);
    out[i] = b[place[(i + 7) % 64]];
  }
}

int main(int argc, char **argv) {
  enum { n = 120 };
  static unsigned out[n];
  (void)argv;
  count = argc > 1 ? 50 : 100;
  for (int k = 0; k < 64; k++)
    place[k] = 8 + k * 37 % 92;
  for (int i = 0; i < n; i++)
    lengths[i] = place[i % 64];
  place[1] = 0;
  place[2] = count - 1;
#define RUN(name)                                                              \
  memset(out, 0, sizeof out);                                                  \
  name(out, n);                                                                \
  show(#name, out, sizeof out);
  RUN(cleared)
  RUN(filled)
  RUN(oneShort)
  RUN(fromSecond)
  RUN(sometimes)
  RUN(shrunk)
  RUN(halved)
  RUN(moved)
  RUN(readAfter)
  RUN(calledAfter)
  RUN(exchanged)
}
