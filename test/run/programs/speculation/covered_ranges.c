// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 6
//
// Loops in clones that run without marks where all bytes that their subscripts
// may come to have been touched: tables by masked and narrow subscripts, state
// machines, rows whose last subscript is constant, places that stay. Where some
// of these bytes carry a value from iteration to iteration, they have to be
// seen.
#include "../digest.h"
#include <stdlib.h>

enum { N = 600, ROUNDS = 40 };

struct machine {
  int state, count, pairs[32][2], rows[3][16];
  unsigned char next[16][8];
  unsigned sum[256], tail[8];
};

static unsigned long long out[N], begun;

/* All of it is written by each iteration before it is read. */
static unsigned scratch(struct machine *m, unsigned from) {
  for (unsigned s = 0; s < 16; s++)
    for (unsigned c = 0; c < 8; c++)
      m->next[s][c] = (unsigned char)((s * 5 + c * from) & 15);
  for (unsigned k = 0; k < 256; k++)
    m->sum[k] = k ^ from;
  m->state = 0;
  m->count = 0;
  unsigned x = from;
  while (m->count < ROUNDS) {
    m->state = m->next[m->state & 15][x & 7];
    m->sum[(unsigned char)(x >> 3)] += (unsigned)m->state;
    x = x * 31 + m->sum[m->state];
    m->count++;
  }
  return x;
}

/* Pairs of which iterations touch the first, the second of some are left by the
 * ones before. */
static unsigned pairs(struct machine *m, unsigned from) {
  unsigned x = from;
  for (int k = 0; k < 32; k++)
    m->pairs[k][0] = (int)(from + (unsigned)k);
  int k = (int)(from % 5);
  while (k < 32) {
    m->pairs[k][0] += 3;
    x = x * 7 + (unsigned)m->pairs[k][0];
    if (from % 50 == 49)
      m->pairs[k][1] ^= m->pairs[(k + 1) & 31][1] + (int)from;
    k += 1 + (int)(x % 3);
  }
  return x;
}

/* A row by a subscript that is bounded; two of its elements go on. */
static unsigned rows(struct machine *m, unsigned from) {
  unsigned x = from;
  int *row = m->rows[from % 3];
  for (int k = 2; k < 16; k++)
    row[k] = (int)from + k;
  for (int k = 0; k < ROUNDS; k++) {
    int at = (int)((x >> 4) & 15);
    if (from % 70 != 69 && at < 2)
      at += 2;
    row[at] += k;
    x = x * 13 + (unsigned)row[at];
  }
  return x;
}

/* The last array of a record may be longer than it says. */
static unsigned tail(struct machine *m, unsigned from) {
  unsigned x = from;
  for (unsigned k = 0; k < 8; k++)
    m->tail[k] = k * from;
  for (int k = 0; k < ROUNDS; k++) {
    unsigned at = x % 11;
    if (from % 90 != 89)
      at &= 7;
    m->tail[at] += x;
    x = x * 17 + m->tail[at];
  }
  return x;
}

/* A loop inside leaves the one around, and the function. */
static void until(struct machine *m, unsigned stop) {
  for (unsigned i = 0; i < N; i++) {
    unsigned x = i;
    begun += i;
    m->state = 1;
    m->count = 0;
    while (m->count < ROUNDS) {
      m->state = (m->state * 3 + (int)(x & 7)) & 0xffff;
      x = x * 31 + (unsigned)m->state;
      if (m->count++ == 9 && i == stop)
        return;
    }
    out[i] += x;
  }
  out[0]++;
}

static unsigned found(struct machine *m, unsigned stop) {
  for (unsigned i = 0; i < N; i++) {
    unsigned x = i;
    begun += i;
    m->state = 2;
    m->count = 0;
    while (m->count < ROUNDS) {
      m->state = (m->state * 5 + (int)(x & 3)) & 0xffff;
      x = x * 31 + (unsigned)m->state;
      if (m->count++ == 11 && i == stop)
        return x + i;
    }
    out[i] ^= x;
  }
  return 1;
}

int main(void) {
  struct machine *m = calloc(1, sizeof *m + 8 * sizeof m->tail[0]);
  if (!m)
    return 1;
  for (int i = 0; i < N; i++)
    out[i] += scratch(m, (unsigned)i);
  for (int i = 0; i < N; i++)
    out[i] = out[i] * 3 + pairs(m, (unsigned)i);
  for (int i = 0; i < N; i++)
    out[i] = out[i] * 5 + rows(m, (unsigned)i);
  for (int i = 0; i < N; i++)
    out[i] ^= tail(m, (unsigned)i);
  for (unsigned stop = 3; stop < N; stop += stop / 3 + 1) {
    (void)__func__; // so this loop is not tried itself
    until(m, stop);
    out[stop] = out[stop] * 7 + found(m, stop - 1);
  }
  show("out", out, sizeof out);
  show("begun", &begun, sizeof begun);
  show("machine", m, sizeof *m);
  free(m);
  return 0;
}
