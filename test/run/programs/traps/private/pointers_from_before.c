// SPDX-License-Identifier: Apache-2.0
//
// Work arrays that the loop reaches by another name: by a pointer that was set
// before the loop, and leads to the original whatever the chunks have. Some
// name the array as well, some set the pointer again.
#include "../../digest.h"

#include <stdlib.h>

enum { N = 700 };
static int key[N + 8], out[N], work[64], other[64];
static struct {
  int pad, work[64];
} in;

static int fill(int i, int *w) {
  int b = 0;
  for (int j = 0; j <= 5; j++)
    w[j] = key[i] + j;
  for (int j = 1; j <= 5; j++)
    b += w[j] ^= w[j - 1] % 7;
  return b;
}
static int two(int i, int *w, int *v) {
  int b = 0;
  for (int j = 0; j <= 5; j++)
    w[j] = key[i] + j;
  for (int j = 1; j <= 5; j++)
    b += v[j] ^= v[j - 1] % 7;
  return b;
}
/* The function names the array, its argument does not. */
static int both(int i, int *v) {
  int b = 0;
  for (int j = 0; j <= 5; j++)
    other[j] = key[i] + j;
  for (int j = 1; j <= 5; j++)
    b += v[j] ^= v[j - 1] % 7;
  return b;
}
static int *same(int *w) { return w; }

static void told(const char *name) {
  show(name, out, sizeof out);
  show("work", work, sizeof work);
  show("other", other, sizeof other);
  show("in", in.work, sizeof in.work);
}

static void globals(void) {
  int *w = work, *v = other, *u = in.work;
  for (int i = 0; i < N; i++)
    out[i] += fill(i, w);
  told("set before");
  for (int i = 0; i < N; i++)
    out[i] += two(i, w, work);
  told("and named");
  for (int i = 0; i < N; i++)
    out[i] += two(i, other, v);
  told("named first");
  for (int i = 0; i < N; i++)
    out[i] += both(i, v);
  told("named inside");
  for (int i = 0; i < N; i++)
    out[i] += fill(i, u + 1);
  told("a member");
  for (int i = 0; i < N; i++)
    out[i] += fill(i, same(w));
  told("handed through");
}

static void set_again(int which) {
  int *w = work, *v;
  for (int i = 0; i < N; i++) {
    out[i] += fill(i, w);
    w = work;
  }
  told("set after");
  for (int i = 0; i < N; i++) {
    v = other;
    out[i] += fill(i, v);
  }
  v[7] ^= 1;
  told("kept");
  for (int i = 0; i < N; i++) {
    int *u = which ? work : other;
    out[i] += fill(i, u);
  }
  told("either");
  for (int i = 0, *u = work; i < N; i++)
    out[i] += fill(i, u);
  told("in the header");
}

static void locals(void) {
  int a[64] = {0}, *p = a + 2, b[8][8] = {{0}}, (*r)[8] = b;
  for (int i = 0; i < N; i++)
    out[i] += fill(i, p) + a[3];
  told("local");
  for (int i = 0; i < N; i++)
    out[i] += fill(i, r[1]) + b[1][2];
  told("row");
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= 5; j++)
      a[j] = key[i] + j;
    out[i] += p[1];
  }
  told("read by the other");
  show("a", a, sizeof a);
  show("b", b, sizeof b);
}

/* Of what a pointer leads to. */
static void pointees(int *w) {
  int *v = w;
  for (int i = 0; i < N; i++)
    out[i] += two(i, v, w);
  told("copied pointer");
  for (int i = 0; i < N; i++)
    out[i] += two(i, w, v);
  told("written by the first");
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= 5; j++)
      w[j] = key[i] + j;
    out[i] += v[3];
  }
  told("read by the second");
}

int main(void) {
  int *heap = calloc(64, sizeof *heap);
  for (int i = 0; i < N + 8; i++)
    key[i] = (i * 29 + 3) % 91;
  globals();
  set_again(0);
  set_again(1);
  locals();
  pointees(other);
  pointees(heap);
  show("heap", heap, 64 * sizeof *heap);
  free(heap);
  return 0;
}
