// SPDX-License-Identifier: Apache-2.0
//
// Arrays that are written in full by each iteration, after it has read what the
// iteration before left.
#include "../../digest.h"
enum { N = 600, M = 24 };
static unsigned a[N], w[M], acc[M];
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = (unsigned)i * 9u;
  for (int i = 0; i < N; i++) {
    unsigned s = 0;
    for (int j = 0; j < M; j++)
      s += w[j];
    for (int j = 0; j < M; j++)
      w[j] = a[i] ^ (unsigned)j;
    a[i] += s;
  }
  show("a", a, sizeof a);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      w[j] = a[i] + w[M - 1 - j];
      acc[j] += w[j];
    }
  show("acc", acc, sizeof acc);
  for (int i = 0; i < N; i++) {
    w[0] = a[i];
    for (int j = 1; j < M; j++)
      w[j] = w[j - 1] * 3u + 1u; /* private */
    a[i] = w[M - 1] + w[i % M];
  }
  for (int i = 0; i < N; i++) {
    for (int j = M - 1; j > 0; j--)
      w[j] = w[j - 1]; /* a shift register: not private */
    w[0] = a[i];
    a[i] = w[M - 1] + w[i % M];
  }
  show("a", a, sizeof a);
  show("w", w, sizeof w);
  return 0;
}
