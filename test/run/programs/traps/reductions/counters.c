// SPDX-License-Identifier: Apache-2.0
//
// Arrays of counters that are read on the way, saturate, overlap the input or
// each other.
#include "../../digest.h"
static unsigned h[300], in[1500], out[1500];
static void count(unsigned *to, const unsigned *by, int n, unsigned mask) {
  for (int i = 0; i < n; i++)
    to[by[i] & mask]++;
}
static void saturate(unsigned *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    if (to[by[i] & 31] < 20u)
      to[by[i] & 31]++;
}
static void rank(unsigned *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    out[i] = to[by[i] & 255]++;
}
static void two(unsigned *to, unsigned *also, const unsigned *by, int n) {
  for (int i = 0; i < n; i++) {
    to[by[i] & 63] += 2u;
    also[by[i] >> 3 & 63] ^= by[i];
  }
}
static void chained(unsigned *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    to[by[i] & 63] += to[by[i] >> 2 & 63];
}
static void bytes(unsigned char *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    to[by[i] & 63]++; /* wraps at 256 */
}
static void highest(unsigned *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    if (to[by[i] & 63] < by[i])
      to[by[i] & 63] = by[i];
}
int main(void) {
  static unsigned char c[64];
  for (int i = 0; i < 1500; i++)
    in[i] = (unsigned)i * 2654435761u >> 11;
  count(h, in, 1400, 255);
  count(h, in, 1400, 0);
  count(h, in, 3, 255);
  count(h, in, 0, 255);
  saturate(h + 256, in, 1400);
  rank(h, in, 1400);
  two(h, h + 64, in, 1400);
  two(h, h + 32, in, 1400);
  two(h, h, in, 1400);
  chained(h, in, 1400);
  bytes(c, in, 1400);
  bytes(c, in, 1400);
  highest(h, in, 1400);
  show("h", h, sizeof h);
  count(in, in, 1400, 255);
  count(in + 100, in, 1400, 1023);
  two(in, in + 1000, in, 1400);
  show("in", in, sizeof in);
  show("out", out, sizeof out);
  show("c", c, sizeof c);
  return 0;
}
