// SPDX-License-Identifier: Apache-2.0
//
// Work rows that called functions fill, with sizes that they load: sizes that
// nobody may load before the loop does, rows that are read where they were not
// written, wanted afterwards, left before they are written, reached by two
// names.
#include "../../digest.h"

#include <stdlib.h>

typedef struct {
  int kind, len;
  const int *of;
} row_t;

#define N 200
static int key[N + 64], out[N];
static row_t rows[N];
static row_t *none;

/* The row is private: all that is read was written. */
static int fill(const row_t *r, int i, int *w) {
  int best = 0;
  for (int j = 0; j <= r->len; j++)
    w[j] = r->of[i] + j;
  for (int j = 1; j <= r->len; j++) {
    w[j] = (w[j] * 3 + w[j - 1]) % 101;
    best = w[j] > best ? w[j] : best;
  }
  return best;
}

/* One more than was written is read. */
static int beyond(const row_t *r, int i, int *w) {
  for (int j = 0; j < r->len; j++)
    w[j] = r->of[i] + j;
  int sum = 0;
  for (int j = 0; j <= r->len; j++)
    sum += w[j];
  w[r->len] = sum % 1000;
  return sum;
}

/* Nothing is written where the size is 0. */
static int unless_empty(const row_t *r, int i, int *w) {
  for (int j = 0; j < r->len; j++)
    w[j] = r->of[i] + j;
  w[0] += i;
  return w[0];
}

/* Left before the row is written; what is read then is an earlier row. */
static int early(const row_t *r, int i, int *w) {
  if (r->of[i] % 3 == 0)
    return w[1];
  for (int j = 0; j <= r->len; j++)
    w[j] = r->of[i] * j;
  return w[r->len];
}

/* One element is handed on on purpose. */
static int carried(const row_t *r, int i, int *w) {
  for (int j = 1; j <= r->len; j++)
    w[j] = r->of[i] + w[0];
  w[0] = w[r->len] % 77;
  return w[1];
}

/* Nothing is loaded where there is nothing to load. */
static int perhaps(const row_t *r, int i, int *w) {
  if (!r)
    return i;
  return fill(r, i, w);
}

/* The size changes under the loop. */
static int shrinks(row_t *r, int i, int *w) {
  int best = fill(r, i, w);
  if (r->len > 1)
    r->len--;
  return best;
}

/* Another name for the same row. */
static int two_names(const row_t *r, int i, int *w, const int *v) {
  int sum = 0;
  for (int j = 0; j <= r->len; j++)
    w[j] = r->of[i] + j;
  for (int j = 0; j <= r->len; j++)
    sum += v[j];
  return sum;
}

static void loops(const row_t *r, int n, int *w) {
  for (int i = 0; i < n; i++)
    out[i] = fill(r, i, w);
  show("fill", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] ^= unless_empty(r, i, w);
  show("empty", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] ^= early(r, i, w);
  show("early", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] += perhaps(r, i, w) - perhaps(none, i, w);
  show("perhaps", out, sizeof out);
}

int main(int argc, char **argv) {
  int n = argc > 5 ? atoi(argv[1]) : N, zero = argc - 1;
  int *w = calloc(64, sizeof *w), *end = w + 40;
  row_t one = {1, 33, key}, empty = {1, 0, key}, *heap = malloc(sizeof *heap);
  for (int i = 0; i < N + 64; i++)
    key[i] = (i * 29 + 3) % 91;
  for (int i = 0; i < N; i++)
    rows[i] = (row_t){i, 1 + i % 30, key};
  *heap = one;

  loops(&one, n, w);
  w[1] = 4711;
  loops(&empty, n, w);
  loops(heap, n, w);
  // No iteration: nothing to load from.
  for (int i = 0; i < zero; i++)
    out[i] = fill(none, i, w);
  for (int i = 0; i < n; i++)
    out[i] += key[i] < 0 ? fill(none, i, w) : 5;
  for (int i = 0; i < n; i++)
    if (key[i] < 0)
      out[i] += fill(none, i, w);
  show("none", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] += fill(&rows[i], i, w);
  show("rows", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] += beyond(heap, i, w);
  show("beyond", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] += carried(heap, i, w);
  show("carried", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] += two_names(heap, i, w, w + (i & 1));
  show("names", out, sizeof out);
  // Wanted afterwards.
  for (int i = 0; i < n; i++)
    out[i] += fill(heap, i, w);
  show("after", w, 64 * sizeof *w);
  for (int i = 0; i < n; i++)
    out[i] += fill(&rows[7], i, w);
  show("in part", w, 64 * sizeof *w);
  // The size lies in the row itself, at its end.
  *end = 20;
  for (int i = 0; i < n; i++) {
    row_t r = {0, *end, key};
    out[i] += fill(&r, i, w);
    *end = 10 + i % 12;
  }
  show("end", out, sizeof out);
  for (int i = 0; i < n; i++)
    out[i] += shrinks(heap, i, w);
  show("shrinks", out, sizeof out);
  show("last", w, 64 * sizeof *w);
  free(w);
  free(heap);
}
