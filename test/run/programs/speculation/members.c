// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 9
//
// Records in arrays, of which iterations write some members and read others,
// here and in functions that they call: what is read needs a mark where it may
// be what is written, by another type, a step to the next member, another
// stride, a copy of the whole, a block that a function of the program gave.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120 };

struct body {
  float at[3], found;
  int next, seen;
  struct {
    short low, high;
  } pair[2];
};

static unsigned work(unsigned x, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x = x * 69069u + (unsigned)(i ^ k);
  return x;
}

static struct body *bodies;

static float sum_of(int i) {
  const float *c = bodies[i].at;
  return c[0] + 2 * c[1] + 3 * c[2];
}

/* Of each element one member is written, others are read. */
static void apart(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    bodies[i].found = sum_of((int)(x % (unsigned)n)) + (float)(x % 8);
  }
}

/* A step too far: the fourth of three. */
static float through(const float *c, int k) { return *(c + k); }

static void beyond(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    const float *all = (const float *)(const void *)&bodies[i ? i - 1 : 0];
    bodies[i].found = through(all, x % 2 ? 3 : (int)(x % 3)) + 1;
  }
}

/* The member before, by the next element. */
static int before(const struct body *b) { return ((const int *)b)[-3]; }

static void backwards(int n) {
  for (int i = 0; i < n - 1; i++) {
    unsigned x = work((unsigned)i, 30);
    bodies[i + 1].seen = before(&bodies[i + 1]) + (int)(x % 5);
    bodies[i].pair[1].low =
        (short)(bodies[i].pair[0].high + before(bodies + i + 1));
    bodies[i].seen += (int)(x % 3);
  }
}

/* One element is read that is any of those which are written. */
static void one_of_all(int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    bodies[x % 4].next = bodies[3].next + (int)(x % 9);
  }
}

/* Whole records are copied. */
static void copies(int n) {
  for (int i = 1; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct body one = bodies[x % (unsigned)i];
    one.found += (float)(x % 16);
    bodies[i].at[1] = one.at[1] + one.found;
    if (x % 4 == 0)
      bodies[i] = one;
  }
}

/* Every second element, and every third, meet now and then. */
static void strides(int *of, int n) {
  for (int i = 0; 6 * i + 5 < n; i++) {
    unsigned x = work((unsigned)i, 30);
    of[6 * i] = (int)(x % 100);
    of[6 * i + 2] = of[3 * ((int)x & 15)] + 1;
  }
}

struct cell {
  struct cell *next;
  int value, sum;
};

static struct cell *new_cell(int value) {
  struct cell *c = malloc(sizeof *c);
  c->value = value;
  c->sum = 0;
  return c;
}

/* Blocks of one function, from two callers. */
static int blocks(int n) {
  struct cell *first = new_cell(1), *last = first;
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    struct cell *other = new_cell((int)(x % 10));
    first->sum = last->value + other->value;
    if (x % 8 == 1) {
      other->next = first;
      last = other;
    } else {
      first->value = other->value;
      free(other);
    }
  }
  return first->sum + last->value;
}

/* A list's members: what is found goes into each. */
static unsigned listed(int n) {
  struct cell *head = NULL;
  for (int i = 0; i < n; i++) {
    struct cell *c = new_cell(i * 7);
    c->next = head;
    head = c;
  }
  for (struct cell *c = head; c; c = c->next)
    c->sum = (int)(work((unsigned)c->value, 30) % 1000) +
             (c->next ? c->next->value : 0);
  unsigned all = 0;
  for (struct cell *c = head; c; c = c->next) {
    unsigned x = work((unsigned)c->sum, 30);
    if (c->next && x % 4 == 0)
      c->next->sum += (int)(x % 7);
    all = all * 31 + x;
  }
  return all;
}

union word {
  int i;
  float f;
  unsigned char b[4];
};

static void words(union word *w, int n) {
  for (int i = 0; i < n; i++) {
    unsigned x = work((unsigned)i, 30);
    w[i].i = w[i ? i - 1 : 0].b[1] + (int)(x % 1000);
    w[(i * 7) % n].b[2] = (unsigned char)x;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  bodies = calloc((size_t)n, sizeof *bodies);
  for (int i = 0; i < n; i++) {
    bodies[i].at[0] = (float)i;
    bodies[i].at[1] = (float)(i * 3 % 7);
    bodies[i].at[2] = (float)(i * 5 % 11);
    bodies[i].pair[0].high = (short)i;
  }
  apart(n);
  beyond(n);
  backwards(n);
  one_of_all(n);
  copies(n);
  int *of = calloc((size_t)n * 6, sizeof *of);
  strides(of, n * 6);
  union word *w = calloc((size_t)n, sizeof *w);
  words(w, n);
  double sum = blocks(n) + listed(n);
  for (int i = 0; i < n; i++)
    sum += bodies[i].found * 3 + bodies[i].at[1] + bodies[i].seen +
           bodies[i].next + bodies[i].pair[1].low + of[6 * i + 2] + w[i].i;
  printf("%.9g\n", sum);
  return 0;
}
