/* SPDX-License-Identifier: Apache-2.0
 *
 * Iterations in parts: what they pass on at their beginning, children do again
 * of those before theirs; what they pass on at their end, the program does for
 * them. Both ends go wrong now and then, and iterations leave blocks.
 */
#define _DEFAULT_SOURCE
#include "ahead.h"

#include <stdlib.h>

enum { TRIPS = 400 };

static struct state {
  unsigned seed, drawn;  /* the prologue's */
  unsigned long digest;  /* the epilogue's */
  unsigned found[TRIPS]; /* the body's */
  char *block;           /* one that an iteration leaves to the next */
} state, wanted;

static struct frame {
  int with_blocks;
} frame;

static long long whole, ends; /* iterations and epilogues of the program's */

static unsigned next(unsigned x) { return x * 1664525u + 1013904223u; }

/* How often one draws, each draw decides. */
static unsigned draw(struct state *s) {
  unsigned sum = 0;
  do {
    s->seed = next(s->seed);
    s->drawn++;
    sum += s->seed >> 20;
  } while (s->seed >> 30 != 0);
  return sum;
}

static unsigned draw_marked(void) {
  unsigned sum = 0;
  do {
    W(state.seed, next(R(state.seed)));
    W(state.drawn, R(state.drawn) + 1);
    sum += state.seed >> 20;
  } while (state.seed >> 30 != 0);
  return sum;
}

/* Now and then the body needs what the end has left. */
static unsigned find(unsigned drawn, long long at, unsigned long digest) {
  return drawn * 31 + (unsigned)at + (at % 50 == 49 ? (unsigned)digest : 0);
}

static bool has_end(long long at) { return at % 7 != 3; }

static void end(struct state *s, unsigned value) {
  s->digest = s->digest * 33 + value + s->drawn % 2;
}

static void iteration_as_it_is(struct state *s, long long at) {
  unsigned value = find(draw(s), at, s->digest);
  s->found[at] = value;
  if (frame.with_blocks && at % 20 == 5) {
    free(s->block);
    s->block = malloc(16);
    s->block[0] = (char)at;
  }
  if (has_end(at))
    end(s, value);
}

static void clone(void *unused, long long from) {
  struct frame *f = unused;
  for (long long at = from; at < TRIPS;) {
    unsigned long digest = at % 50 == 49 ? R(state.digest) : 0;
    unsigned value = find(draw_marked(), at, digest);
    W(state.found[at], value);
    if (R(f->with_blocks) && at % 20 == 5) {
      hk_spec_free(R(state.block));
      W(state.block, hk_spec_malloc(16));
      W(state.block[0], (char)at);
    }
    if (has_end(at))
      hk_spec_hand_on(&value, sizeof value);
    if (!hk_spec_next(++at))
      return;
  }
}

static void prologue(void *unused, long long from, long long to) {
  (void)unused;
  for (long long at = from; at < to; at++)
    draw_marked();
}

static void run(struct hk_spec_loop *loop) {
  long long at = 0;
  int over = 0;
  while (!over) {
    long long to = hk_spec_begin(loop, at, TRIPS, &frame);
    for (; at < to && !(over = !(at < TRIPS)); at++, whole++)
      iteration_as_it_is(&state, at);
    if (to == LLONG_MAX)
      break;
    at = hk_spec_end(loop, at, over);
    long long of;
    for (unsigned value; hk_spec_due(loop, &of, &value); ends++) {
      CHECK(has_end(of) && state.found[of] == value);
      end(&state, value);
    }
  }
  CHECK(at == TRIPS);
}

static void begin(struct state *s) {
  memset(s, 0, sizeof *s);
  s->seed = 5;
}

static void check(bool has_prologue, bool with_blocks) {
  struct hk_spec_loop loop = {.name = "parts",
                              .body = clone,
                              .prologue = has_prologue ? prologue : NULL,
                              .needs_prologue = 1,
                              .needs_epilogue = 1,
                              .has_epilogue = 1,
                              .epilogue_keeps_memory = 1,
                              .may_stay = 1,
                              .always = 2};
  frame = (struct frame){.with_blocks = with_blocks};
  begin(&wanted);
  for (long long at = 0; at < TRIPS; at++)
    iteration_as_it_is(&wanted, at);
  begin(&state);
  whole = ends = 0;
  run(&loop);
  CHECK(state.seed == wanted.seed && state.drawn == wanted.drawn);
  CHECK(state.digest == wanted.digest);
  CHECK(memcmp(state.found, wanted.found, sizeof state.found) == 0);
  CHECK(!with_blocks || state.block[0] == wanted.block[0]);
  if (with_blocks)
    free(wanted.block);
}

int main(void) {
  check(true, false);
  /* Half of the iterations in each attempt are a child's, but for those that
   * need a digest. */
  CHECK(whole < 3 * TRIPS / 4);
  CHECK(ends > TRIPS / 8);
  check(true, true);
  check(false, false); /* each draw is one too late */
  CHECK(whole > 9 * TRIPS / 10);
  return 0;
}
