// SPDX-License-Identifier: Apache-2.0
//
// Whole structs copied inside their array, with a distance; members written
// through two pointers that may be the same.
#include "../../digest.h"
struct item {
  unsigned x, y, w[6];
};
static struct item items[900];
static void copy(struct item *to, const struct item *by, int n) {
  for (int i = 0; i < n; i++)
    to[i] = by[i];
}
static void members(struct item *p, struct item *q, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x = q[i].y + 1u;
    q[i].w[i % 6] = p[i].x;
  }
}
static void inner(struct item *p, const unsigned *w, int n) {
  for (int i = 0; i < n; i++)
    p[i].w[2] = w[2] + (unsigned)i;
}
static void last_member(struct item *p, int n) {
  for (int i = 0; i < n; i++) {
    struct item t = p[i];
    t.w[5] = p[(i * 7 + 1) % n].w[0];
    p[i] = t;
  }
}
int main(void) {
  for (int i = 0; i < 900; i++)
    items[i] = (struct item){(unsigned)i, (unsigned)i * 3u, {(unsigned)i * 5u}};
  copy(items, items + 1, 800);
  copy(items + 1, items, 800);
  copy(items + 64, items, 800);
  show("copies", items, sizeof items);
  members(items, items, 800);
  members(items, items + 1, 800);
  members(items + 3, items, 800);
  inner(items, items[0].w, 800);
  inner(items, items[400].w, 800);
  inner(items, items[899].w, 800);
  last_member(items, 800);
  show("members", items, sizeof items);
  return 0;
}
