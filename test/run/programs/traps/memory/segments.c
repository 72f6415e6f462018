// SPDX-License-Identifier: Apache-2.0
//
// Segments from an array of starts: one after the other, overlapping, and in an
// order that only looks ascending.
#include "../../digest.h"
enum { N = 400 };
static int start[N + 1];
static unsigned v[4 * N], w[4 * N];
static void scale(unsigned *p, const int *s, int n) {
  for (int i = 0; i < n; i++)
    for (int k = s[i]; k < s[i + 1]; k++)
      p[k] = p[k] * 3u + (unsigned)i;
}
static void overlapping(unsigned *p, const int *s, int n) {
  for (int i = 0; i < n; i++)
    for (int k = s[i]; k <= s[i + 1]; k++)
      p[k] = p[k] * 3u + (unsigned)i;
}
static void lengths(unsigned *p, const int *s, const int *len, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < len[i]; k++)
      p[s[i] + k] ^= (unsigned)(i * k);
}
int main(void) {
  static int len[N];
  for (int i = 0; i < 4 * N; i++)
    v[i] = w[i] = (unsigned)i;
  for (int i = 0; i <= N; i++)
    start[i] = 3 * i;
  for (int i = 0; i < N; i++)
    len[i] = 3;
  scale(v, start, N);
  overlapping(v, start, N);
  lengths(w, start, len, N);
  show("even", v, sizeof v);
  start[200] = 1000; /* up and down again: segments 199 and 201.. meet */
  scale(v, start, N);
  lengths(w, start, len, N);
  start[200] = 0; /* the next segment begins at the bottom */
  scale(v, start, N);
  start[200] = 600;
  len[100] = 9;
  lengths(w, start, len, N);
  start[N] = 4 * N; /* only the last is long */
  scale(v, start, N);
  show("v", v, sizeof v);
  show("w", w, sizeof w);
  return 0;
}
