// SPDX-License-Identifier: Apache-2.0
//
// a[i + k] against a[i]: parallel for k = 0 and for |k| >= n only.
#include "../../digest.h"
static unsigned a[4000];
static void forward(unsigned *p, int n, long k) {
  for (int i = 0; i < n; i++)
    p[i + k] = p[i] * 3u + 1u;
}
static void update(unsigned *p, int n, int k) {
  for (int i = 0; i < n; i++)
    p[i] += p[i + k];
}
static void strided(unsigned *p, int n, int s) {
  for (int i = 0; i < n; i++)
    p[i * s] = p[i * s + 6] + (unsigned)i;
}
int main(void) {
  static const int ks[] = {0,   1,    2,    63, 64, 65,  200,
                           999, 1000, 1001, -1, -3, -64, -1000};
  for (int i = 0; i < 4000; i++)
    a[i] = (unsigned)i * 7u;
  for (unsigned t = 0; t < sizeof ks / sizeof *ks; t++) {
    forward(a + 1500, 1000, ks[t]);
    update(a + 1500, 1000, ks[t]);
    forward(a + 1500, 3, ks[t]);
    show("distance", a, sizeof a);
  }
  for (int s = -4; s <= 4; s++)
    strided(a + 2000, 400, s);
  show("stride", a, sizeof a);
  return 0;
}
