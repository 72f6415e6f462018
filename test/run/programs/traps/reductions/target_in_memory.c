// SPDX-License-Identifier: Apache-2.0
//
// Sums into an element or a member that the loop also reads or writes under
// another name.
#include "../../digest.h"
struct stats {
  unsigned sum, max, x[900];
};
static unsigned a[1500];
static struct stats g;
static void element(unsigned *p, int k, int n) {
  for (int i = 0; i < n; i++)
    p[k] += p[i];
}
static void pointer(unsigned *to, const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    *to += p[i] * 3u;
}
static void member(struct stats *s, const unsigned *p, int n) {
  for (int i = 0; i < n; i++) {
    s->sum += p[i];
    if (p[i] > s->max)
      s->max = p[i];
  }
}
static void moving_element(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    p[i / 100] += p[i + 200];
}
static void two_elements(unsigned *p, int j, int k, int n) {
  for (int i = 0; i < n; i++) {
    p[j] += (unsigned)i;
    p[k] ^= (unsigned)i * 3u;
  }
}
int main(void) {
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 7u;
  for (int i = 0; i < 900; i++)
    g.x[i] = (unsigned)i;
  element(a, 1400, 1300);
  element(a, 700, 1300);
  element(a, 0, 1300);
  element(a, 1299, 1300);
  pointer(&a[1450], a, 1300);
  pointer(&a[64], a, 1300);
  pointer(&g.sum, g.x, 900);
  pointer(&g.sum, &g.sum, 902);
  member(&g, a, 1300);
  member(&g, g.x, 900);
  member(&g, &g.max, 800);
  moving_element(a, 1200);
  two_elements(a, 3, 4, 1000);
  two_elements(a, 3, 3, 1000);
  show("a", a, sizeof a);
  show("g", &g, sizeof g);
  return 0;
}
