// SPDX-License-Identifier: Apache-2.0
// STATUS: 42
//
// The exit status is computed in parallel loops; main returns inside a loop.
#include "../digest.h"

#define N 80000
static unsigned char a[N];

int main(void) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = (unsigned char)(i * 7);
  for (int i = 0; i < N; i++)
    sum += a[i] == 42;
  for (int i = 0; i < N; i++) {
    if (a[i] == 42 && i > 1000) {
      printf("%d %d\n", i, sum);
      return a[i];
    }
  }
  return 1;
}
