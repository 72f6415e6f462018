/* SPDX-License-Identifier: Apache-2.0
 *
 * Iterations that have nothing to do with each other are taken over, whatever
 * the size of what they write: whole granules of 8 bytes, parts of them beside
 * parts that the parent writes, parts across two of them, large objects.
 */
#include "ahead.h"

enum { TRIPS = 200 };

struct __attribute__((packed)) odd {
  char before;
  long long value; /* in two granules */
  short after;
};

struct large {
  long long values[40];
};

struct frame {
  double doubles[TRIPS];
  int ints[TRIPS + 1];
  short shorts[TRIPS];
  unsigned char bytes[TRIPS];
  struct odd odds[TRIPS];
  struct large larges[TRIPS];
  long double quads[TRIPS];
};

static struct frame frame, wanted;

static struct large large_of(long long at) {
  struct large large;
  for (int i = 0; i < 40; i++)
    large.values[i] = at * 100 + i;
  return large;
}

static void text(void *pointer, long long at) {
  struct frame *f = pointer;
  f->doubles[at] = (double)at / 7;
  f->ints[at + 1] = (int)at * 3 + 1;
  f->shorts[at] = (short)(at + f->shorts[at]);
  f->bytes[at] = (unsigned char)(at * 11);
  f->odds[at].value = at * at;
  f->odds[at].after++;
  f->larges[at] = large_of(at);
  f->quads[at] = (long double)at / 3;
}

static void clone(void *pointer, long long at) {
  struct frame *f = pointer;
  W(f->doubles[at], (double)at / 7);
  W(f->ints[at + 1], (int)at * 3 + 1);
  W(f->shorts[at], (short)(at + R(f->shorts[at])));
  W(f->bytes[at], (unsigned char)(at * 11));
  hk_spec_write(&f->odds[at].value, 8);
  f->odds[at].value = at * at;
  hk_spec_update(&f->odds[at].after, 2);
  f->odds[at].after++;
  W(f->larges[at], large_of(at));
  hk_spec_write(&f->quads[at], sizeof(long double));
  f->quads[at] = (long double)at / 3;
}

/* One byte for each of eight iterations: all are in one granule. */
static unsigned char bits[TRIPS];

static void set_byte(void *unused, long long at) {
  (void)unused;
  bits[at] = 1;
}

static void set_byte_marked(void *unused, long long at) {
  (void)unused;
  W(bits[at], 1);
}

/* A record that all iterations write before they read it. */
static struct {
  int values[100];
  long long sum;
} scratch;
static long long sums[TRIPS];

static void use_scratch(void *unused, long long at) {
  (void)unused;
  scratch.sum = 0;
  for (int i = 0; i < 100; i++)
    scratch.values[i] = (int)at * i;
  for (int i = 0; i < 100; i++)
    scratch.sum += scratch.values[i];
  sums[at] = scratch.sum;
}

static void use_scratch_marked(void *unused, long long at) {
  (void)unused;
  W(scratch.sum, 0);
  for (int i = 0; i < 100; i++)
    W(scratch.values[i], (int)at * i);
  for (int i = 0; i < 100; i++)
    W(scratch.sum, R(scratch.sum) + R(scratch.values[i]));
  W(sums[at], R(scratch.sum));
}

AHEAD(sizes, text, clone);
AHEAD(byte_wise, set_byte, set_byte_marked);
AHEAD(scratches, use_scratch, use_scratch_marked);

int main(void) {
  begin_test();
  for (int i = 0; i < TRIPS; i++)
    frame.shorts[i] = wanted.shorts[i] = (short)(i * 5);
  for (long long at = 0; at < TRIPS; at++)
    text(&wanted, at);
  run_ahead(&sizes, &frame, TRIPS);
  check_right(&sizes);
  CHECK(memcmp(&frame.quads, &wanted.quads, sizeof frame.quads) == 0);
  CHECK(memcmp(&frame, &wanted, offsetof(struct frame, quads)) == 0);

  run_ahead(&byte_wise, NULL, TRIPS);
  check_right(&byte_wise);
  for (int i = 0; i < TRIPS; i++)
    CHECK(bits[i] == 1);

  run_ahead(&scratches, NULL, TRIPS);
  check_right(&scratches);
  for (long long i = 0; i < TRIPS; i++)
    CHECK(sums[i] == 4950 * i);
  CHECK(scratch.sum == 4950 * (TRIPS - 1));
  return 0;
}
