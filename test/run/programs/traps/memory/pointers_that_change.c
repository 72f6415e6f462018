// SPDX-License-Identifier: Apache-2.0
//
// Pointers and bounds that the loop itself rewrites, through the data.
#include "../../digest.h"
#include <string.h>
struct view {
  unsigned *data;
  long n;
};
static unsigned a[1000], b[1000];
static unsigned *moving;
static struct view view;
static void move(int i) {
  if (i == 300)
    moving = b;
}
static void bound_in_data(int *p, const int *n) {
  for (int i = 0; i < *n; i++)
    p[i] = i == 99 ? 400 : i;
}
static void bytes(unsigned char *c, int n) {
  for (int i = 0; i < n; i++)
    c[i] = (unsigned char)(view.data[i] + (unsigned)view.n);
}
int main(void) {
  static int counts[900];
  moving = a;
  for (int i = 0; i < 900; i++) {
    moving[i] += (unsigned)i;
    move(i);
  }
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  counts[700] = 500;
  bound_in_data(counts, counts + 700);
  counts[150] = 800;
  bound_in_data(counts, counts + 150);
  counts[0] = 700;
  bound_in_data(counts, counts);
  show("counts", counts, sizeof counts);
  view.data = a;
  view.n = 0;
  bytes((unsigned char *)b, 900);
  bytes((unsigned char *)&view.n, 1);
  bytes((unsigned char *)&view.n, 2);
  printf("%ld\n", view.n);
  /* after 1 step the pointer's low byte would change: only n's bytes here */
  view.n = 3;
  bytes((unsigned char *)a, 900);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
