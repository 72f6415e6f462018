// SPDX-License-Identifier: Apache-2.0
//
// Work buffers from malloc: their content after the loop, kept from iteration
// to iteration, grown, kept in a table, freed under a condition.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
static unsigned a[1000], out[1000];
static unsigned *kept[1000];
static void last_content(int n, int m) {
  unsigned *w = calloc(32, sizeof *w);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[j] = a[i] * (unsigned)j;
    out[i] += w[m / 2] + w[0];
  }
  show("w", w, 32 * sizeof *w);
  free(w);
}
static void carried(int n) {
  unsigned *w = calloc(32, sizeof *w);
  for (int i = 0; i < n; i++) {
    w[i % 32] += a[i];
    out[i] ^= w[(i + 1) % 32];
  }
  show("w", w, 32 * sizeof *w);
  free(w);
}
static void grown(int n) {
  unsigned *w = NULL;
  size_t size = 0;
  for (int i = 0; i < n; i++) {
    if (size < (size_t)i % 100 + 1) {
      size = (size_t)i % 100 + 1;
      w = realloc(w, size * sizeof *w);
      w[size - 1] = 7u + (unsigned)i;
    }
    w[i % (int)size] += a[i];
    out[i] += w[size / 2];
  }
  show("w", w, size * sizeof *w);
  free(w);
}
static void escapes(int n) {
  for (int i = 0; i < n; i++) {
    unsigned *w = calloc(4, sizeof *w);
    w[i & 3] = a[i];
    kept[i] = w;
    if (i > 0)
      kept[i - 1][0] += w[i & 3];
    if (i % 5 == 0) {
      free(kept[i]);
      kept[i] = i ? kept[i - 1] : calloc(4, sizeof *w);
    }
  }
  for (int i = 0; i < n; i++)
    out[i] += kept[i][0] + kept[i][1] * 3u + kept[i][2] * 5u + kept[i][3];
}
static void zeroed(int n, size_t m) {
  for (int i = 0; i < n; i++) {
    unsigned *w = calloc(16, sizeof *w);
    for (size_t j = 0; j < m; j++)
      w[j] += a[i];
    out[i] += w[0] + w[15];
    free(w);
  }
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = (unsigned)i * 77u;
  last_content(700, 32);
  last_content(700, 5);
  last_content(1, 32);
  last_content(0, 32);
  carried(900);
  grown(900);
  escapes(900);
  zeroed(900, 16);
  zeroed(900, 3);
  show("out", out, sizeof out);
  return 0;
}
