// SPDX-License-Identifier: Apache-2.0
//
// a[i * ld + j]: rows overlap when a row is longer than ld, when ld is 0, and
// are in reverse when ld is negative.
#include "../../digest.h"
static unsigned a[16000], b[16000];
static void fill(unsigned *p, int n, int m, int ld) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * ld + j] = (unsigned)(i * 1000 + j);
}
static void add(unsigned *p, const unsigned *q, int n, int m, int ld) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * ld + j] += q[i * ld + j + 1] * 3u;
}
static void columns(unsigned *p, int n, int m, long ld) {
  for (long j = 0; j < m; j++)
    for (long i = 1; i < n; i++)
      p[i * ld + j] ^= p[(i - 1) * ld + j] + 5u;
}
static void shifted(unsigned *p, int n, int m, int ld, int off) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[off + ld * i + j] = p[ld * i + j] + 1u;
}
int main(void) {
  static const int lds[] = {40, 41, 39, 20, 1, 0, -1, -40, -39, 64};
  for (int i = 0; i < 16000; i++)
    a[i] = (unsigned)i, b[i] = (unsigned)i * 5u;
  for (unsigned t = 0; t < sizeof lds / sizeof *lds; t++) {
    int ld = lds[t];
    fill(a + 6000, 60, 40, ld);
    show("fill", a, sizeof a);
    add(a + 6000, b + 6000, 60, 40, ld);
    add(a + 6000, a + 6000, 60, 40, ld);
    add(a + 6000, a + 5999, 60, 40, ld);
    show("add", a, sizeof a);
    columns(a + 6000, 60, 40, ld);
    shifted(a + 6000, 60, 40, ld, 0);
    shifted(a + 6000, 60, 40, ld, 1);
    shifted(a + 6000, 60, 40, ld, ld);
    shifted(a + 6000, 60, 40, ld, 60 * ld);
    fill(a, 1, 40, ld);
    fill(a, 60, 1, ld > 0 ? ld : 0);
    fill(a, 0, 40, ld);
    show("rest", a, sizeof a);
  }
  return 0;
}
