// SPDX-License-Identifier: Apache-2.0
//
// Work buffers behind pointers in a record: what a copy of the record must not
// change.
// PAYS: 6

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rows = 700, width = 256 };

struct work {
  int n, calls;
  double *a, *b, *c;
  int *marks[3];
  double scale;
  struct work *inner;
};

static double in[rows][width], out[rows];
static struct work *kept;
static double *lent;

static double *buffer(int n) {
  double *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = -1 - i;
  return p;
}

static struct work *newWork(int n) {
  struct work *w = malloc(sizeof *w);
  w->n = n;
  w->calls = 0;
  w->a = buffer(n);
  w->b = buffer(n);
  w->c = w->b;
  for (int k = 0; k < 3; k++) {
    w->marks[k] = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
      w->marks[k][i] = 7 * k;
  }
  w->scale = 0.5;
  w->inner = NULL;
  return w;
}

static void spread(const double *x, struct work *w) {
  for (int j = 0; j < w->n; j++)
    w->a[j] = x[j] * w->scale;
}

static double gather(const struct work *w) {
  double s = 0;
  for (int j = 0; j < w->n; j++)
    s += w->a[w->n - 1 - j] * j;
  return s;
}

static void plain(struct work *w) {
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    out[i] += gather(w);
  }
}

// The last element is what an iteration before has left.
static void leaves(struct work *w) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < w->n - 1; j++)
      w->a[j] = in[i][j];
    out[i] += gather(w);
    if (i % 5 == 0)
      w->a[w->n - 1] = i;
  }
}

// Two pointers to one block.
static void twice(struct work *w) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < w->n; j++)
      w->b[j] = in[i][j];
    for (int j = 0; j < w->n; j++)
      w->c[j] += 1;
    for (int j = 0; j < w->n; j++)
      out[i] += w->b[j] * j;
  }
}

// Another name for the buffer, from before the loop.
static void alias(struct work *w) {
  double *a = w->a;
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    out[i] += a[i % w->n];
  }
}

// A count that each iteration raises.
static void counts(struct work *w) {
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    w->calls++;
    out[i] += gather(w) * w->calls;
  }
}

// What each iteration sets before it reads it, and what it leaves.
static void sets(struct work *w) {
  for (int i = 0; i < rows; i++) {
    w->scale = i % 3 + 1;
    spread(in[i], w);
    out[i] += gather(w);
  }
}

// The buffer's contents are read after the loop.
static void last(struct work *w) {
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    out[i] += gather(w);
  }
  for (int j = 0; j < w->n; j++)
    out[j] += w->a[j];
}

// ... of which the last iteration does not write all.
static void lastPart(struct work *w) {
  for (int i = 0; i < rows; i++) {
    int n = i % w->n + 1;
    for (int j = 0; j < n; j++)
      w->a[j] = in[i][j];
    for (int j = 0; j < n; j++)
      out[i] += w->a[j];
  }
  for (int j = 0; j < w->n; j++)
    out[j] += w->a[j];
}

// The record's address, and a buffer's, get away.
static void keeps(struct work *w) {
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    if (i == 11)
      kept = w;
    if (i == 12)
      lent = w->a + 2;
    out[i] += gather(w);
  }
  out[0] += kept->a[1] + lent[0];
}

// ... or is copied by a copy of the record.
static void copies(struct work *w) {
  struct work copy = *w;
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    memcpy(&copy, w, sizeof copy);
    out[i] += gather(w);
  }
  out[1] += copy.a[3];
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    copy = *w;
    out[i] += copy.a[i % 3];
  }
  out[1] += copy.a[3];
}

// ... or looked at as a number.
static void numbers(struct work *w, double *other) {
  for (int i = 0; i < rows; i++) {
    spread(in[i], w);
    uintptr_t bits;
    memcpy(&bits, &w->a, sizeof bits);
    out[i] += gather(w) + (bits == (uintptr_t)other);
    if (w->a == other)
      out[i] += 3;
  }
}

// Pointers that change.
static void swaps(struct work *w) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < w->n; j++)
      w->a[j] = in[i][j] + (i ? w->b[j] : 0);
    double *t = w->a;
    w->a = w->b;
    w->b = t;
    out[i] += w->b[i % w->n];
  }
}

// Which record differs.
static void several(struct work **all) {
  for (int i = 0; i < rows; i++) {
    struct work *w = all[i % 2];
    spread(in[i], w);
    out[i] += gather(w);
  }
  for (int i = 0; i < rows; i++) {
    struct work *w = i % 2 ? all[0] : all[1];
    out[i] += w->a[i % w->n];
  }
}

// An array of pointers in it.
static void marks(struct work *w) {
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < 3; k++)
      memset(w->marks[k], 0, w->n * sizeof(int));
    for (int j = 0; j < w->n; j++)
      w->marks[j % 3][(j * 7 + i) % w->n] += j;
    for (int j = 0; j < w->n; j++)
      out[i] += w->marks[i % 3][j] * j;
  }
}

// A record in a record.
static void nested(struct work *w) {
  for (int i = 0; i < rows; i++) {
    spread(in[i], w->inner);
    out[i] += gather(w->inner) * w->scale;
  }
}

// Read where the loop has not written: by an index that data chooses.
static void chosen(struct work *w, const int *index) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < w->n / 2; j++)
      w->a[j] = in[i][j];
    out[i] += w->a[index[i]];
  }
}

static void print(const char *what) {
  double sum = 0;
  for (int i = 0; i < rows; i++) {
    sum += out[i] * (i % 11 + 1);
    out[i] = 0;
  }
  printf("%s %.17g\n", what, sum);
}

int main(void) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < width; j++)
      in[i][j] = (i * 31 + j * 17) % 101;
  struct work *w = newWork(width), *v = newWork(width);
  w->inner = v;
  int index[rows];
  for (int i = 0; i < rows; i++)
    index[i] = i % 9 == 4 ? width - 1 : i % (width / 2);
  plain(w), print("plain");
  leaves(w), print("leaves");
  twice(w), print("twice");
  alias(w), print("alias");
  counts(w), print("counts");
  sets(w), print("sets");
  printf("%g\n", w->scale);
  last(w), print("last");
  lastPart(w), print("lastPart");
  keeps(w), print("keeps");
  copies(w), print("copies");
  numbers(w, w->a), print("numbers");
  swaps(w), print("swaps");
  struct work *all[2] = {w, v};
  several(all), print("several");
  marks(w), print("marks");
  nested(w), print("nested");
  chosen(w, index), print("chosen");
  printf("%d %g\n", w->calls, w->a[0] + v->a[1]);
  return 0;
}
