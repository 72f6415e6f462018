// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 1
//
// A pointer to a block that was given back before the loop; the first iteration
// gets a block at the same address, of which a process that ran ahead from
// before it knows nothing.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

enum { N = 400, BIG = 48 << 20 /* a mapping of its own */ };
struct work {
  int stack[64], top;
};
static struct work work;
static int out[N];
static unsigned char *block;

static int search(struct work *w, int k) {
  int count = 0;
  w->top = 0;
  w->stack[w->top++] = k;
  while (w->top > 0) {
    int v = w->stack[--w->top];
    count += v & 3;
    if (v > 1)
      w->stack[w->top++] = v / 2;
    if (v > 7 && w->top < 60)
      w->stack[w->top++] = v / 3;
  }
  return count;
}

static void run(int n) {
  for (int k = 0; k < n; k++) {
    if (k == 0) {
      block = malloc(BIG);
      memset(block, 7, 2 * N);
    }
    out[k] = search(&work, k) + block[k];
    block[k + N] = (unsigned char)k;
  }
}

int main(void) {
  for (int k = 0; k < 200; k++)
    out[k] = search(&work, k);
  block = malloc(BIG);
  free(block);
  run(N);
  show("out", out, sizeof out);
  show("block", block + N, N);
  return 0;
}
