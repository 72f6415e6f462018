// SPDX-License-Identifier: Apache-2.0
//
// Two buffers that change places in each iteration; a row that is kept for the
// next one.
#include "../../digest.h"
enum { R = 90, C = 70 };
static unsigned in[R][C], out[R][C], x[C], y[C];
int main(void) {
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      in[i][j] = (unsigned)(i * 131 + j * 7);
  unsigned *now = x, *before = y;
  for (int i = 0; i < R; i++) {
    for (int j = 0; j < C; j++)
      now[j] = in[i][j] * 3u;
    for (int j = 0; j < C; j++)
      out[i][j] = now[j] + before[j];
    unsigned *t = now;
    now = before;
    before = t;
  }
  show("out", out, sizeof out);
  const unsigned *row = in[0];
  for (int i = 0; i < R; i++) {
    for (int j = 0; j < C; j++)
      out[i][j] ^= row[j];
    if (i % 3)
      row = out[i];
  }
  show("out", out, sizeof out);
  static unsigned w[2][C];
  for (int i = 0; i < R; i++) {
    for (int j = 0; j < C; j++)
      w[i & 1][j] = in[i][j];
    for (int j = 0; j < C; j++)
      out[i][j] += w[~i & 1][j];
  }
  show("out", out, sizeof out);
  show("w", w, sizeof w);
  return 0;
}
