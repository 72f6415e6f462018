// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 6
//
// Loops that share a work record, and end by a 'break' or a 'return', at each
// place: what stands after the place must not have been, and what the loop
// leaves is of the iteration that ended it.
#include "../digest.h"
#include <stdlib.h>
#include <string.h>

enum { N = 60, STEPS = 40 };

struct work {
  long stack[STEPS];
  int top;
};

struct answer {
  long value;
  const int at, kind; // no assignment of the whole
};

static long trace[N];

/// Leaves rubbish behind; each call begins with an empty stack.
static long compute(struct work *w, long seed) {
  w->top = 0;
  for (int k = 0; k < STEPS; k++) {
    if (w->top > 2 && (seed ^ k) % 3 == 0)
      w->top -= 2;
    w->stack[w->top++] = seed * 7 + k;
    seed = seed * 1103515245 + 12345 + w->stack[w->top / 2];
    seed &= 0xffffff;
  }
  return seed;
}

/// The iterator, a variable that is written behind the exit, and one before.
static long by_break(struct work *w, int stop) {
  long behind = -1, before = -2;
  int i;
  for (i = 0; i < N; i++) {
    before = compute(w, i);
    trace[i] += before;
    if (i == stop)
      break;
    behind = before ^ i;
    trace[i]++;
  }
  return behind * 3 + before * 5 + i;
}

static long by_return(struct work *w, int stop) {
  for (int i = 0; i < N; i++) {
    long value = compute(w, i + stop);
    trace[i] ^= value;
    if (i == stop)
      return trace[i] + w->stack[value % STEPS % (w->top ? w->top : 1)];
    trace[i]--;
  }
  return -7;
}

static void by_void(struct work *w, const int *stop, long *out) {
  for (int i = 0; i < N; i++) {
    *out = compute(w, i * 11);
    trace[i] += *out & 15;
    if (i == *stop)
      return;
  }
  *out = -1;
}

static struct answer by_record(struct work *w, int stop, int kind) {
  struct answer none = {0, 0, 0};
  for (int i = 0; i < N; i++) {
    long value = compute(w, i ^ kind);
    switch (kind) {
    case 0:
      if (i == stop)
        return (struct answer){value, i, kind};
      break;
    case 1:
      trace[i] += 2;
      break;
    default:
      if (i == stop)
        return (struct answer){.at = i, .value = trace[i]};
      else
        trace[i] += 3;
    }
    for (int k = 0; k < 3; k++) {
      if (k == 1 + (int)(value & 1))
        break;
      trace[i] += k + 1;
    }
    if (kind == 1 && i == stop)
      break;
    trace[i] += value;
  }
  none.value = trace[stop];
  return none;
}

/// Ends by its own condition, by a further one, or by either jump.
static long by_any(struct work *w, int stop, int way) {
  long sum = 0;
  int i, found = 0;
  for (i = 0; i < N && !found; i++) {
    long value = compute(w, i * 3);
    sum += value;
    trace[i] -= value;
    if (i != stop)
      continue;
    if (way == 0)
      found = 1;
    else if (way == 1)
      break;
    else if (way == 2)
      return sum ^ way;
  }
  return sum + i * 100 + found;
}

/// Two levels out at once.
static long deep(struct work *w, int stop) {
  for (int i = 0; i < N; i++) {
    long value = compute(w, i + 5);
    for (int k = 0; k < 4; k++) {
      trace[i] += value & k;
      if (i == stop && k == 2)
        return value + k;
    }
  }
  return 0;
}

int main(void) {
  struct work *w = malloc(sizeof *w);
  if (!w)
    return 1;
  memset(w, 0, sizeof *w);
  unsigned long all = 0;
  for (int stop = -1; stop <= N; stop++) {
    (void)__func__; // so this loop is not tried itself
    int at = stop < 0 ? 0 : stop % N;
    long out = stop;
    all = all * 31 + (unsigned long)by_break(w, stop);
    all = all * 31 + (unsigned long)by_return(w, stop);
    by_void(w, &stop, &out);
    all = all * 31 + (unsigned long)out;
    for (int kind = 0; kind < 3; kind++) {
      struct answer one = by_record(w, at, kind);
      all = all * 31 + (unsigned long)(one.value + one.at * 2 + one.kind);
    }
    for (int way = 0; way < 4; way++)
      all = all * 31 + (unsigned long)by_any(w, stop, way);
    all = all * 31 + (unsigned long)deep(w, stop);
    all = all * 31 + (unsigned long)w->top;
    all &= 0xffffffffffff;
  }
  show("trace", trace, sizeof trace);
  show("all", &all, sizeof all);
  free(w);
  return 0;
}
