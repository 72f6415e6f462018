// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 4
//
// Conditions that change something are asked as often as the loop says; results
// of types that cannot stand before their function; sums of integers of which
// other sums change a part.
#include "../digest.h"
#include <stdlib.h>

enum { N = 300, STEPS = 20 };

struct work {
  long stack[STEPS];
  int top;
};

static long trace[N];
static int asked, cells[N];

static long compute(struct work *w, long seed) {
  w->top = 0;
  for (int k = 0; k < STEPS; k++) {
    if (w->top > 1 && (seed ^ k) % 3 == 0)
      w->top--;
    w->stack[w->top++] = seed + k;
    seed = (seed * 1103515245 + 12345 + w->stack[0]) & 0xffffff;
  }
  return seed;
}

static int budget_ends(struct work *w, int budget) {
  int i;
  for (i = 0; i < N && budget-- > 0; i++)
    trace[i] += compute(w, i);
  return i * 1000 + budget;
}

static int more(int i) {
  asked++;
  return i != 250;
}

static int call_ends(struct work *w) {
  int i;
  for (i = 0; i < N && more(i); i++)
    trace[i] ^= compute(w, i + 5);
  return i;
}

static int cell_ends(struct work *w, int stop) {
  int i;
  for (i = 0; i < N && cells[i]++ != stop; i++)
    trace[i] += compute(w, i * 3);
  return i;
}

static const long constant(struct work *w, int stop) {
  for (int i = 0; i < N; i++) {
    trace[i] += compute(w, i);
    if (i == stop)
      return trace[i];
  }
  return 0;
}

static void note(long value) { trace[0] += value; }

static void nothing(struct work *w, int stop) {
  for (int i = 0; i < N; i++) {
    trace[i] += compute(w, i + 1);
    if (i == stop)
      return note(i);
  }
}

static enum way { Short, Long } way(struct work *w, int stop) {
  for (int i = 0; i < N; i++) {
    trace[i] -= compute(w, i + 2);
    if (i == stop)
      return i > 100 ? Long : Short;
  }
  return Short;
}

struct pair {
  long first, second;
};

/// Another tag of that name in the function.
static struct pair pair_of(struct work *w, int stop) {
  struct pair result = {1, 2};
  {
    struct pair {
      char small;
    } inner = {3};
    long small = inner.small;
    result.first += inner.small;
    for (int i = 0; i < N; i++) {
      trace[i] += compute(w, i + 9) + small;
      result.second = i;
      if (i == stop)
        return result;
    }
  }
  return result;
}

static const char *text(struct work *w, int stop) {
  for (int i = 0; i < N; i++) {
    trace[i] += compute(w, i + 4);
    if (i == stop)
      return i % 2 ? "odd" : "even";
  }
  return "none";
}

struct counters {
  unsigned count, other;
};

static void parts(struct work *w, struct counters *c) {
  for (int i = 0; i < N; i++) {
    trace[i] += compute(w, i + 6);
    c->count += 1;
    ((unsigned char *)&c->count)[2] += 1;
    c->count += 1;
    c->other += 3;
  }
}

union mixed {
  unsigned long long whole;
  unsigned half[2];
  unsigned char bytes[8];
};

static void unions(struct work *w, union mixed *m) {
  for (int i = 0; i < N; i++) {
    trace[i] += compute(w, i + 8);
    m->whole += 0xfff1;
    m->bytes[i % 8]++;
    m->half[i % 2] -= 77;
    m->whole--;
  }
}

int main(void) {
  struct work *w = calloc(1, sizeof *w);
  long all = 0;
  if (!w)
    return 1;
  for (int round = 0; round < 6; round++) {
    struct counters c = {0x10000u - 300u + (unsigned)round * 97u, 0xffu};
    union mixed m = {.whole = 0xfffffff0u};
    all += budget_ends(w, 120 + round * 50) + call_ends(w);
    all += cell_ends(w, round) + constant(w, 40 * round) % 1000;
    nothing(w, 30 * round);
    struct pair p = pair_of(w, 70 * round);
    all += way(w, 45 * round) + p.first * 3 + p.second;
    parts(w, &c);
    unions(w, &m);
    printf("%s %u %u %llu\n", text(w, 61 * round), c.count, c.other, m.whole);
  }
  printf("%ld %d\n", all, asked);
  show("trace", trace, sizeof trace);
  show("cells", cells, sizeof cells);
  free(w);
  return 0;
}
