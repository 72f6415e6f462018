// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O2 -fsanitize=undefined -fno-sanitize-recover=all
//
// The parts of these sums leave the range of int; the whole does not.
#include <stdio.h>

#define N 100000
static int a[N];

int main(void) {
  int sum = 0;
  long product = 1;
  for (int i = 0; i < N; i++)
    a[i] = i < N / 2 ? 40000 : -60000;
  for (int i = 0; i < N; i++)
    sum += a[i];
  for (int i = 1; i < N; i++)
    product *= i & 1 ? 1 : -1;
  printf("%d %ld\n", sum, product);
  return 0;
}
