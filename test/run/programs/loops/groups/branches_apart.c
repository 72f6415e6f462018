// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
// REGIONS: 1
//
// Branches in a time loop, each of whose sides holds tasks for some cores only.
// Their conditions change from step to step; what they count is read behind.
#include "../../digest.h"

enum { N = 400 };
static double a[N], b[N], c[N], d[N], e[N];

static void smooth(double *p, double k) {
  for (int i = 1; i < N; i++)
    p[i] = p[i] * k + p[i - 1] * (1 - k);
}

int main(void) {
  unsigned mode = 11;
  int firsts = 0, seconds = 0;
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    b[i] = i % 11;
    c[i] = i % 5;
    d[i] = i % 13;
    e[i] = i % 3;
  }
  for (int t = 0; t < 150; t++) {
    mode = mode * 1103515245u + 12345u;
    if (mode >> 16 & 1) {
      smooth(a, 0.3);
      smooth(b, 0.4);
      firsts++;
    } else if (mode >> 18 & 1) {
      smooth(b, 0.1);
      smooth(a, 0.2);
    }
    if (mode >> 17 & 1) {
      smooth(c, 0.5);
      smooth(d, 0.6);
      seconds += t;
    } else {
      smooth(c, 0.7);
      smooth(e, 0.8);
    }
    if (t % 10 == 0) {
      smooth(a, 0.9);
      smooth(e, 0.15);
    }
  }
  printf("%d %d\n", firsts, seconds);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  show("e", e, sizeof e);
  return 0;
}
