// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 1
//
// Compound literals whose values are taken at once: assigned, passed, inside
// each other, with a pragma before the loop.
#include "../digest.h"

enum { N = 300, M = 40 };
struct point {
  int x, y;
};
struct box {
  struct point low, high;
  int weight[3];
};
static struct box boxes[N];
static struct point stack[64], last;
static int top, totals[N];

static int span(struct point a, struct point b) {
  return (b.x - a.x) * 3 + (b.y - a.y);
}

static void visit(int k) {
  top = 0;
  stack[top++] = (struct point){k, k + 1};
  while (top > 0) {
    struct point p = stack[--top];
    last = (struct point){.y = p.x, .x = p.y};
    if (p.x > 1 && top < 60)
      stack[top++] = (struct point){p.x / 2, last.x % 7};
    totals[k] += span((struct point){totals[k] & 7, p.y}, last);
  }
  boxes[k] = (struct box){(struct point){k, top}, last, {k, totals[k], 3}};
}

int main(void) {
#pragma GCC ivdep
  for (int k = 0; k < N; k++)
    for (int r = 0; r < M; r++)
      visit(k);
  show("boxes", boxes, sizeof boxes);
  show("totals", totals, sizeof totals);
  return 0;
}
