// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Compound literals that outlive deep calls between parallel loops.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s {
  int x, y;
};
static int a[500], b[500];
static struct s *keep;
static const char **names;
__attribute__((noinline)) static int deep(int n) {
  volatile char pad[3000];
  memset((void *)pad, n, sizeof pad);
  return n ? deep(n - 1) + pad[7] : 0;
}
__attribute__((noinline)) static void work(int n, int k) {
  for (int i = 0; i < n; i++)
    a[i] = i * k;
  keep = &(struct s){k, k + 1};
  names = (const char *[]){"a", "bb", "ccc"};
  int *l = (int[]){1, 2, 3, k};
  for (int i = 0; i < n; i++)
    b[i] += a[n - 1 - i] + keep->y;
  int d = deep(20);
  for (int t = 0; t < 3; t++) {
    struct s *q = &(struct s){t, k};
    for (int i = 0; i < n; i++)
      a[i] += q->x + l[3];
    d += deep(3) & 1;
    for (int i = 0; i < n; i++)
      b[i] ^= q->y + l[t];
    q->x++;
    d += q->x;
  }
  printf("%d %d %s %d\n", keep->x, keep->y, names[2], d + l[3]);
}
int main(void) {
  work(500, 3);
  work(400, 4);
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3;
  printf("%u\n", h);
  return 0;
}
