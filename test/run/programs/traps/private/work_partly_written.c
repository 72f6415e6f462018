// SPDX-License-Identifier: Apache-2.0
//
// A work array of which an iteration writes fewer elements than it reads; what
// is left over is from the iteration before.
#include "../../digest.h"
#include <string.h>
static unsigned a[1500], out[1500];
static void prefix(int n, int m, int r) {
  unsigned w[40] = {1, 2, 3};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[j] = a[i] + (unsigned)j;
    unsigned s = 0;
    for (int j = 0; j < r; j++)
      s = s * 3u + w[j];
    out[i] += s;
  }
  show("w", w, sizeof w);
}
static void growing(int n) {
  unsigned w[64] = {0};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i % 64; j++)
      w[j] = a[i] ^ (unsigned)j;
    out[i] += w[(i * 5) % 64];
  }
  show("w", w, sizeof w);
}
static void holes(int n, int step) {
  unsigned w[64] = {0};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 64; j += step)
      w[j] = a[i] + (unsigned)j;
    for (int j = 0; j < 64; j += 2)
      out[i] += w[j];
  }
  show("w", w, sizeof w);
}
static void copied(int n, size_t size) {
  unsigned w[16] = {9, 9, 9, 9};
  for (int i = 0; i < n; i++) {
    memcpy(w, a + i, size);
    out[i] ^= w[i & 15];
  }
  show("w", w, sizeof w);
}
int main(void) {
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 77u;
  for (int m = 0; m <= 40; m += 10)
    for (int r = 0; r <= 40; r += 20)
      prefix(700, m, r);
  growing(900);
  growing(3);
  for (int step = 1; step <= 4; step++)
    holes(500, step);
  copied(900, 64);
  copied(900, 63);
  copied(900, 4);
  copied(900, 0);
  show("out", out, sizeof out);
  return 0;
}
