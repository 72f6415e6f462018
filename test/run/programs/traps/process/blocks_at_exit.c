// SPDX-License-Identifier: Apache-2.0
// A function that `exit` runs reaches what main has: main is not over.
#include "../../digest.h"

#include <stdio.h>
#include <stdlib.h>

/// Takes longer for the first iterations: others overtake them.
static unsigned work(int i, int n) {
  unsigned h = (unsigned)i;
  for (int k = 0; k < (i < n / 2 ? 4000 : 4); k++)
    h = h * 1664525u + 1013904223u;
  return h >> 30;
}

struct cell {
  struct cell *next;
  unsigned value;
};
struct box {
  struct cell *c;
};
static struct box *given;
static unsigned out[120];

static void atEnd(void) {
  for (int i = 0; i < 120; i++) {
    unsigned w = work(i, 120);
    struct box q = *given;
    q.c->value = q.c->value * 3 + w;
    out[i] = q.c->value;
  }
  show("at the end", out, sizeof out);
}

int main(void) {
  atexit(atEnd);
  struct box b = {calloc(1, sizeof(struct cell))};
  given = &b;
  exit(0);
}
