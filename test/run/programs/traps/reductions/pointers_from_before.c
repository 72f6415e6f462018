// SPDX-License-Identifier: Apache-2.0
//
// Called functions update what a pointer leads to that was set before the loop:
// the text of the loop has no name of the array to put a copy's in place of.
#include "../../digest.h"

#include <stdlib.h>

enum { N = 3000 };
struct bin {
  int count, low;
  long sum;
};
static int key[N], all[64];
static struct bin bins[64];

static void one(int *h, int k) { h[k] += k; }
static void member(struct bin *b, int k) {
  b[k].count++;
  b[k].low ^= k;
  b[k].sum += k;
}
static void named(int *h, int k) {
  all[k] += k;
  h[k] += 3;
}

static void globals(void) {
  int *h = all;
  struct bin *b = bins;
  for (int i = 0; i < N; i++)
    one(h, key[i]);
  for (int i = 0; i < N; i++) {
    one(h, key[i]);
    one(all, 63 - key[i]);
  }
  for (int i = 0; i < N; i++)
    named(h, key[i]);
  for (int i = 0; i < N; i++)
    member(b, key[i]);
  for (int i = 0; i < N; i++) {
    member(b, key[i]);
    member(bins, 63 - key[i]);
  }
}

static void locals(void) {
  int l[64] = {0}, m[64] = {0}, *p = l, *q = m;
  for (int i = 0; i < N; i++)
    one(p, key[i]);
  for (int i = 0; i < N; i++) {
    one(q, key[i]);
    m[3] += 2;
  }
  show("l", l, sizeof l);
  show("m", m, sizeof m);
}

static void pointees(int *h, struct bin *b) {
  int *g = h;
  struct bin *c = b;
  for (int i = 0; i < N; i++)
    one(g, key[i]);
  for (int i = 0; i < N; i++) {
    one(h, key[i]);
    one(g, 63 - key[i]);
  }
  for (int i = 0; i < N; i++) {
    member(b, key[i]);
    member(c, 63 - key[i]);
  }
}

int main(void) {
  struct bin *heap = calloc(64, sizeof *heap);
  for (int i = 0; i < N; i++)
    key[i] = (i * 29 + 3) % 61;
  globals();
  locals();
  pointees(all, bins);
  pointees(all, heap);
  show("all", all, sizeof all);
  show("bins", bins, sizeof bins);
  show("heap", heap, 64 * sizeof *heap);
  free(heap);
  return 0;
}
