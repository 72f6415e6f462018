// SPDX-License-Identifier: Apache-2.0
//
// Edit distance, knapsack, longest increasing run, chains of matrices.
#include "../digest.h"

#define L 500
static char s[L + 1], t[L + 1];
static int d[L + 1][L + 1], best[20001], lis[3000], chain[80][80], size[81];

static int min3(int a, int b, int c) {
  return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

int main(void) {
  for (int i = 0; i < L; i++) {
    s[i] = (char)('a' + i * 7 % 11);
    t[i] = (char)('a' + i * i % 11);
  }
  for (int i = 0; i <= L; i++)
    d[i][0] = d[0][i] = i;
  for (int i = 1; i <= L; i++)
    for (int j = 1; j <= L; j++)
      d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1,
                     d[i - 1][j - 1] + (s[i - 1] != t[j - 1]));
  for (int k = 1; k <= 60; k++) {
    int weight = k * 17 % 101 + 5, value = k * 29 % 97 + 3;
    for (int w = 20000; w >= weight; w--)
      if (best[w - weight] + value > best[w])
        best[w] = best[w - weight] + value;
  }
  int longest = 0;
  for (int i = 0; i < 3000; i++) {
    lis[i] = 1;
    for (int j = 0; j < i; j++)
      if (j * 7919 % 3001 < i * 7919 % 3001 && lis[j] + 1 > lis[i])
        lis[i] = lis[j] + 1;
    if (lis[i] > longest)
      longest = lis[i];
  }
  for (int i = 0; i <= 80; i++)
    size[i] = i * 13 % 31 + 2;
  for (int len = 2; len <= 80; len++)
    for (int i = 0; i + len <= 80; i++) {
      int j = i + len - 1;
      chain[i][j] = 1 << 30;
      for (int k = i; k < j; k++) {
        int c =
            chain[i][k] + chain[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
        if (c < chain[i][j])
          chain[i][j] = c;
      }
    }
  printf("%d %d %d %d\n", d[L][L], best[20000], longest, chain[0][79]);
  show("d", d, sizeof d);
  show("best", best, sizeof best);
  show("lis", lis, sizeof lis);
  show("chain", chain, sizeof chain);
  return 0;
}
