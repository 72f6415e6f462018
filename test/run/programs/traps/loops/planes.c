// SPDX-License-Identifier: Apache-2.0
//
// Nests that may be interchanged, skewed or run by columns, by the signs of
// their distances.
#include "../../digest.h"
enum { R = 70, C = 90 };
static unsigned m[R][C], w[R][C];
static void reset(const char *name) {
  if (name)
    show(name, m, sizeof m);
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      m[i][j] = (unsigned)(i * 100 + j);
}
int main(void) {
  unsigned s = 0;
  reset(0);
  for (int i = 1; i < R; i++)
    for (int j = 0; j < C; j++)
      m[i][j] += m[i - 1][j] * 3u;
  reset("down");
  for (int i = 0; i < R; i++)
    for (int j = 1; j < C; j++)
      m[i][j] += m[i][j - 1] * 3u;
  reset("right");
  for (int i = 1; i < R; i++)
    for (int j = 0; j < C - 1; j++)
      m[i][j] += m[i - 1][j + 1] * 3u; /* not to be interchanged */
  reset("up right");
  for (int i = 1; i < R; i++)
    for (int j = 1; j < C; j++)
      m[i][j] += m[i - 1][j] + m[i][j - 1] * 3u;
  reset("wave");
  for (int i = 1; i < R; i++)
    for (int j = 1; j < C - 1; j++)
      m[i][j] += m[i - 1][j + 1] + m[i][j - 1] * 3u;
  reset("skewed wave");
  for (int j = 1; j < C; j++)
    for (int i = 0; i < R - 1; i++)
      m[i][j] = m[i + 1][j - 1] * 3u + m[i][j - 1];
  reset("columns");
  for (int i = 1; i < R - 1; i++)
    for (int j = 1; j < C - 1; j++) {
      m[i][j] += m[i + 1][j] * 3u;
      s += m[i][j - 1];
    }
  reset("anti");
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      if (i > 0 && (m[i][j] & 1))
        m[i][j] += m[i - 1][j];
  reset("some");
  for (int t = 0; t < 4; t++)
    for (int i = 1; i < R - 1; i++)
      for (int j = 1 + (i + t) % 2; j < C - 1; j += 2)
        m[i][j] += m[i - 1][j] ^ m[i + 1][j] ^ m[i][j - 1] ^ m[i][j + 1];
  reset("colours");
  for (int i = 0; i < R; i++)
    for (int j = 0; j <= i; j++)
      m[i][j] = m[j][i] * 3u + 1u;
  for (int i = 0; i < R; i++)
    for (int j = i; j < R; j++)
      w[i][j] = w[j][i] + m[i][j];
  show("w", w, sizeof w);
  reset("triangles");
  printf("%u\n", s);
  return 0;
}
