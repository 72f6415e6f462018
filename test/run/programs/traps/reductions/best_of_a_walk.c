// SPDX-License-Identifier: Apache-2.0
//
// The place of an extreme that is found by its key, in loops that walk with a
// pointer or count in another spelling: each chunk must know whether it runs
// before it looks at the key it starts with.
#include <stdio.h>
enum { N = 3000 };
struct point {
  double x;
  int id;
};
static struct point all[N];
static int keys[N];

static int least_of(struct point *p, struct point *end) {
  struct point *best = p;
  for (; p < end; p++)
    if (p->x < best->x)
      best = p;
  return (int)(best - all);
}
static int last_greatest(struct point *p, struct point *end) {
  struct point *best = p;
  while (p != end) {
    if (p->x >= best->x)
      best = p;
    p++;
  }
  return (int)(best - all);
}
static int counted(struct point *p, struct point *end) {
  int n = (int)(end - p), at = 0, i = 0;
  while (i < n) {
    if (keys[i] > keys[at])
      at = i;
    i++;
  }
  return at;
}
/* No element at all: the one that was best is not looked at. */
static int none(struct point *p, struct point *end) {
  struct point *best = 0;
  if (p != end)
    best = all + N / 2;
  for (; p < end; p++)
    if (p->x < best->x)
      best = p;
  return best ? (int)(best - all) : -1;
}

int main(void) {
  int (*volatile loops[])(struct point *, struct point *) = {
      least_of, last_greatest, counted, none};
  for (int i = 0; i < N; i++) {
    int h = i * 7919 % 1009;
    all[i].x = 1 - h * .5;
    keys[i] = h * 3 % 500;
  }
  for (int k = 0; k < 4; k++)
    for (int n = 0; n <= N; n += n < 2 ? 1 : 333)
      for (int from = 0; from + n <= N && from < 900; from += 450)
        printf("%d %d %d: %d\n", k, n, from,
               loops[k](all + from, all + from + n));
  return 0;
}
