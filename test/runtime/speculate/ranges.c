/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of memory that a child touches in their order, which it notes as a
 * whole: over the ends of pages, by turns of several rows, backwards, in pieces
 * that overlap, by accesses of several widths. What the program changes in the
 * midst of a row counts, what stands beside it does not, and bytes that nobody
 * touched stay as they are. One place of a row may follow a rule.
 */
#include "ahead.h"

#include <stdlib.h>

enum { TRIPS = 48, SIZE = 12000 };

static struct state {
  _Alignas(4096) unsigned char bytes[4 * SIZE];
  short shorts[SIZE];
  int ints[SIZE], more[SIZE], out[TRIPS];
  double doubles[SIZE];
} *state, *wanted;

static unsigned random_of(long long at) {
  unsigned x = (unsigned)at * 2654435761u + 12345u;
  return (x ^ x >> 13) * 1274126177u >> 7;
}

/* Scratch memory that each iteration fills first; pieces of it are read before
 * they are written, but nobody changes them. */
#define SCRATCH(NAME, R, W)                                                    \
  static void NAME(void *unused, long long at) {                               \
    (void)unused;                                                              \
    int sum = 0;                                                               \
    for (int i = 0; i < 5000; i++) {                                           \
      W(state->ints[i], (int)at + i);                                          \
      W(state->shorts[i + 3], (short)(at * i));                                \
      W(state->bytes[i + 4090], (unsigned char)(at ^ i));                      \
    }                                                                          \
    for (int i = 5000; i > 4000; i--)                                          \
      W(state->doubles[i], (double)(at + i));                                  \
    for (int i = 4001; i < 5001; i++)                                          \
      sum += R(state->ints[i - 3]) + R(state->shorts[i]) +                     \
             R(state->bytes[i + 4095]) + (int)R(state->doubles[i]);            \
    W(state->out[at], sum);                                                    \
  }

/* As it is in the program. */
#define PLAIN_R(E) (E)
#define PLAIN_W(E, V) ((E) = (V))
SCRATCH(scratch, PLAIN_R, PLAIN_W)
SCRATCH(scratch_marked, R, W)

/* Each writes the bytes of a row with the number of its iteration in its last
 * bits: none of those between. */
#define COMB(NAME, W)                                                          \
  static void NAME(void *unused, long long at) {                               \
    (void)unused;                                                              \
    for (int k = (int)at % 2; k < 8192; k += 2)                                \
      W(state->bytes[k], (unsigned char)(at * 3 + k));                         \
    W(state->out[at], 1);                                                      \
  }
COMB(comb, PLAIN_W)
COMB(comb_marked, W)

/* A long row is read, of which some iterations change an element. */
#define ROW(NAME, R, W)                                                        \
  static void NAME(void *unused, long long at) {                               \
    (void)unused;                                                              \
    unsigned sum = (unsigned)at;                                               \
    for (int i = 0; i < 3000; i++)                                             \
      sum = sum * 31u + (unsigned)R(state->more[i]);                           \
    W(state->out[at], (int)sum);                                               \
    if (random_of(at) % 9 == 0)                                                \
      W(state->more[random_of(at + 1) % 3000], (int)sum);                      \
  }
ROW(row, PLAIN_R, PLAIN_W)
ROW(row_marked, R, W)

/* The bytes beside each iteration's own are others'. */
#define SHARES(NAME, R, W)                                                     \
  static void NAME(void *unused, long long at) {                               \
    (void)unused;                                                              \
    unsigned char *own = &state->bytes[at * 201];                              \
    for (int i = 0; i < 201; i++)                                              \
      W(own[i], (unsigned char)(R(own[i]) + at));                              \
    W(state->out[at], R(own[7]));                                              \
  }
SHARES(shares, PLAIN_R, PLAIN_W)
SHARES(shares_marked, R, W)

/* A count between others that stay. */
#define COUNTED(NAME, R, W)                                                    \
  static void NAME(void *unused, long long at) {                               \
    (void)unused;                                                              \
    unsigned sum = 0;                                                          \
    for (int i = 0; i < 40; i++)                                               \
      sum += (unsigned)(R(state->more[i]) * i);                                \
    W(state->more[17], R(state->more[17]) + 5);                                \
    W(state->out[at], (int)sum);                                               \
  }
COUNTED(counted, PLAIN_R, PLAIN_W)
COUNTED(counted_marked, R, W)

static void start(struct state *s) {
  memset(s, 0, sizeof *s);
  for (int i = 0; i < SIZE; i++) {
    s->bytes[i] = (unsigned char)random_of(i);
    s->ints[i] = s->more[i] = (int)random_of(i + 1);
    s->doubles[i] = i;
  }
}

/* \param always 2: each iteration is judged by itself */
static void run(struct ahead *ahead, unsigned always) {
  ahead->loop = (struct hk_spec_loop){
      .name = ahead->loop.name, .body = body, .always = always};
  start(wanted);
  struct state *own = state;
  state = wanted;
  for (long long at = 0; at < TRIPS; at++)
    ahead->text(NULL, at);
  state = own;
  start(state);
  run_ahead(ahead, NULL, TRIPS);
  CHECK(memcmp(state, wanted, sizeof *state) == 0);
}

AHEAD(scratches, scratch, scratch_marked);
AHEAD(combs, comb, comb_marked);
AHEAD(rows, row, row_marked);
AHEAD(sharing, shares, shares_marked);
AHEAD(counting, counted, counted_marked);

int main(void) {
  begin_test();
  state = aligned_alloc(4096, (sizeof *state + 4095) / 4096 * 4096);
  wanted = aligned_alloc(4096, (sizeof *wanted + 4095) / 4096 * 4096);
  CHECK(state && wanted);
  for (unsigned always = 1; always <= 2; always++) {
    run(&scratches, always);
    check_right(&scratches);
    run(&combs, always);
    check_right(&combs);
    run(&sharing, always);
    check_right(&sharing);
    run(&rows, always);
    CHECK(history_of(&rows)->attempts > 0);
  }
  run(&rows, 2);
  CHECK(history_of(&rows)->successes > 0 && history_of(&rows)->has_changed);
  run(&counting, 1);
  CHECK(history_of(&counting)->successes > 0);
  free(state);
  free(wanted);
  return 0;
}
