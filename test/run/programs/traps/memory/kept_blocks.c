// SPDX-License-Identifier: Apache-2.0
// Blocks of the heap that an iteration allocates, and that another one reaches
// all the same: each way in which one may keep them for the next.
#include "../../digest.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Takes longer for the first iterations: others overtake them.
static unsigned work(int i, int n) {
  unsigned h = (unsigned)i;
  for (int k = 0; k < (i < n / 2 ? 4000 : 4); k++)
    h = h * 1664525u + 1013904223u;
  return h >> 30;
}

struct text {
  unsigned *data;
  int length, room;
};

static void append(struct text *t, unsigned value) {
  if (t->length == t->room) {
    t->room = t->room * 2 + 4;
    t->data = realloc(t->data, (size_t)t->room * sizeof *t->data);
  }
  t->data[t->length++] = value;
}

struct cell {
  struct cell *next;
  unsigned value;
};

static struct cell *newCell(unsigned value) {
  struct cell *c = malloc(sizeof *c);
  c->next = NULL;
  c->value = value;
  return c;
}

// The variable of the body is copied from one outside, and back.
static void __attribute__((noinline)) copiedBack(unsigned *out, int n) {
  struct text kept = {malloc(sizeof(unsigned)), 1, 1};
  kept.data[0] = 1;
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct text t = kept;
    t.data[0] = t.data[0] * 3 + w;
    out[i] = t.data[0] + w;
  }
  free(kept.data);
}

// Its bytes are.
static unsigned char store[sizeof(struct text)];
static void __attribute__((noinline)) copiedBytes(unsigned *out, int n) {
  struct text first = {malloc(sizeof(unsigned)), 1, 1};
  first.data[0] = 1;
  memcpy(store, &first, sizeof first);
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct text t;
    memcpy(&t, store, sizeof t);
    t.data[0] = t.data[0] * 5 + w;
    out[i] = t.data[0] + w;
  }
  free(first.data);
}

// A scalar keeps the block of the iteration before.
static void __attribute__((noinline)) before(unsigned *out, int n) {
  struct cell *last = newCell(7);
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct cell *c = newCell((unsigned)i);
    last->value += (unsigned)i + w;
    out[i] = last->value + c->value;
    free(last);
    last = c;
  }
  free(last);
}

// Only some iterations have a block of their own.
static void __attribute__((noinline)) sometimes(unsigned *out, int n) {
  struct cell *c = NULL;
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    if (i % 4 == 0)
      c = newCell((unsigned)i);
    c->value = c->value * 3 + w;
    out[i] = c->value;
  }
}

// The best block so far.
static void __attribute__((noinline)) best(unsigned *out, int n) {
  struct cell *found = NULL;
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct cell *c = newCell((unsigned)(i * 37 % 101));
    if (!found || c->value > found->value)
      found = c;
    out[i] = found->value++ + w;
  }
}

// A called function remembers.
static struct cell *shared(unsigned value) {
  static struct cell *only;
  if (!only)
    only = newCell(value);
  return only;
}

static void __attribute__((noinline)) remembered(unsigned *out, int n) {
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct cell *c = shared(3);
    c->value = c->value * 3 + w;
    out[i] = c->value;
  }
}

// An integer keeps the address.
static uintptr_t address;
static void __attribute__((noinline)) inInteger(unsigned *out, int n) {
  address = (uintptr_t)newCell(5);
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct cell *c = (struct cell *)address;
    c->value = c->value * 3 + w;
    out[i] = c->value;
  }
}

// A block that is there before holds it.
static void __attribute__((noinline)) linked(unsigned *out, int n) {
  struct cell *list = newCell(1);
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct cell *c = newCell((unsigned)i + w);
    c->next = list->next;
    list->next = c;
    if (c->next)
      c->value += c->next->value;
    out[i] = c->value;
  }
}

// The caller's variable, by its address.
static void __attribute__((noinline)) throughCaller(struct text *t,
                                                    unsigned *out, int n) {
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    append(t, (unsigned)i + w);
    t->data[0] += t->data[t->length - 1];
    out[i] = t->data[0];
  }
}

// The function runs again inside its loop: what is the body's own there is an
// outer iteration's here.
struct own {
  unsigned *data;
};
static void __attribute__((noinline)) again(struct own *outer, unsigned *out,
                                            int n, int depth) {
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct own own = {malloc(sizeof(unsigned))};
    own.data[0] = (unsigned)i + w;
    if (depth > 0)
      again(&own, out + i, 4, depth - 1);
    if (outer) {
      outer->data[0] = outer->data[0] * 3 + own.data[0];
      out[i] += outer->data[0];
    } else
      out[i] += own.data[0];
    free(own.data);
  }
}

// Iterations of the inner loop share the outer one's.
static void __attribute__((noinline)) inner(unsigned *out, int n) {
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct own t = {malloc(41 * sizeof(unsigned))};
    for (int k = 0; k < 40; k++)
      t.data[k] = (unsigned)(i + k) + w;
    for (int k = 1; k < 40; k++)
      t.data[k * 7 % 40] += t.data[k * 3 % 40] * 3;
    out[i] = t.data[i % 40];
    free(t.data);
  }
}

// The caller's variable is one that iterations get by the address of another.
struct two {
  struct own *first;
};
static void __attribute__((noinline)) byAddress(struct two *t, unsigned *out,
                                                int n) {
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    struct two mine = *t;
    mine.first->data[0] = mine.first->data[0] * 3 + w;
    out[i] = mine.first->data[0];
  }
}

// The last one's is used behind the loop.
static void __attribute__((noinline)) behind(unsigned *out, int n) {
  struct cell *c;
  for (int i = 0; i < n; i++) {
    unsigned w = work(i, n);
    c = newCell((unsigned)i + w);
    for (int k = 0; k < 30; k++)
      c->value = c->value * 5 + (unsigned)k;
    out[i] = c->value;
  }
  out[0] = c->value;
}

int main(void) {
  enum { n = 120 };
  static unsigned out[n + 8];
#define RUN(name)                                                              \
  memset(out, 0, sizeof out);                                                  \
  name;                                                                        \
  show(#name, out, sizeof out);
  RUN(copiedBack(out, n))
  RUN(copiedBytes(out, n))
  RUN(before(out, n))
  RUN(sometimes(out, n))
  RUN(best(out, n))
  RUN(remembered(out, n))
  RUN(inInteger(out, n))
  RUN(linked(out, n))
  struct text t = {0};
  append(&t, 1);
  RUN(throughCaller(&t, out, n))
  free(t.data);
  struct own o = {malloc(sizeof(unsigned))};
  struct two two = {&o};
  o.data[0] = 1;
  RUN(byAddress(&two, out, n))
  free(o.data);
  RUN(again(NULL, out, n, 2))
  RUN(inner(out, n))
  RUN(behind(out, n))
}
