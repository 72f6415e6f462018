/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of which nobody knows how often they run: children come to their
 * iterations by what stands in front of each, and may think that the loop is
 * over before.
 */
#include "ahead.h"

enum { TRIPS = 300 };

static struct state {
  unsigned at, left;     /* what the condition goes by */
  unsigned found[TRIPS]; /* the body's */
} state, wanted;

/* How the clone has left the loop. */
static struct frame {
  int exit;
} frame;

static long long by_children;

static unsigned next(unsigned x) { return x * 1664525u + 1013904223u; }

static bool begins(struct state *s) {
  if (s->left == 0)
    return false;
  s->left--;
  s->at = next(s->at);
  return true;
}

static bool begins_marked(void) {
  if (R(state.left) == 0)
    return false;
  W(state.left, state.left - 1);
  W(state.at, next(R(state.at)));
  return true;
}

/* Now and then an iteration makes the loop longer. */
static unsigned text(struct state *s, long long at) {
  if (at == 100)
    s->left += 10;
  return s->found[at] = s->at >> 3;
}

static void clone(void *unused, long long from) {
  struct frame *f = unused;
  for (long long at = from;;) {
    if (!begins_marked()) {
      W(f->exit, 3);
      return;
    }
    if (at == 100)
      W(state.left, R(state.left) + 10);
    W(state.found[at], R(state.at) >> 3);
    if (!hk_spec_next(++at))
      return;
  }
}

static void prologue(void *unused, long long from, long long to) {
  (void)unused;
  for (; from < to; from++)
    if (!begins(&state))
      hk_spec_ended();
}

static struct hk_spec_loop loop = {.name = "uncounted",
                                   .body = clone,
                                   .prologue = prologue,
                                   .needs_prologue = 1,
                                   .always = 1};

/* As the compiler writes it. */
static long long run(void) {
  long long at = 0;
  int over = 0;
  frame.exit = 0;
  for (;;) {
    long long to = hk_spec_begin(&loop, at, LLONG_MIN, &frame);
    for (;; ++at) {
      if (at == to)
        break;
      if (!begins(&state)) {
        over = 1;
        break;
      }
      text(&state, at);
    }
    if (to == LLONG_MAX)
      break;
    long long from = at;
    at = hk_spec_end(&loop, at, over);
    by_children += at - from;
    if (frame.exit) {
      CHECK(frame.exit == 3);
      (void)hk_spec_end(&loop, at, 1);
      break;
    }
    if (over)
      break;
  }
  return at;
}

static void is_as_it_is(unsigned trips) {
  long long at = 0;
  state = wanted = (struct state){.at = trips, .left = trips};
  while (begins(&wanted))
    text(&wanted, at++);
  CHECK(run() == at);
  CHECK(memcmp(&state, &wanted, sizeof state) == 0);
}

int main(void) {
  for (unsigned trips = 0; trips < 40; trips++)
    is_as_it_is(trips);
  is_as_it_is(90);
  is_as_it_is(120);
  is_as_it_is(TRIPS - 20);
  CHECK(by_children > 60);
  return 0;
}
