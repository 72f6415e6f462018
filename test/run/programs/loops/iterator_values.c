// SPDX-License-Identifier: Apache-2.0
//
// Values of iterators after the loop, changed inside it, bounds that change.
#include "../digest.h"

#define N 70000
static int a[N + 10];
static int global_n = N;

static void shrink(int i) {
  if (i == N / 3)
    global_n = N / 2;
}

int main(void) {
  int i, j, n = N, end;
  for (i = 0; i < n; i++)
    a[i] = i;
  printf("%d\n", i);
  for (i = 0; i < n; i++) {
    a[i] += 2;
    if (a[i] % 1000 == 999)
      i += 3;
  }
  printf("%d\n", i);
  for (i = 0; i < n; i++) {
    a[i] ^= 5;
    if (i == 50000)
      n = 60000;
  }
  printf("%d %d\n", i, n);
  for (i = 0; i < global_n; i++) {
    a[i] += i;
    shrink(i);
  }
  printf("%d %d\n", i, global_n);
  for (i = N; i-- > 0;)
    a[i] -= 1;
  printf("%d\n", i);
  for (i = 0, j = 3; i < N; ++i, j += 2)
    a[i] += j;
  printf("%d %d\n", i, j);
  end = N - 4;
  for (i = 3; i <= end; i += 4)
    a[i] = -a[i];
  printf("%d\n", i);
  for (i = N; i > 10; i -= 7)
    a[i]++;
  printf("%d\n", i);
  int step = 1;
  for (i = 0; i < N; i += step) {
    a[i] += 3;
    step = step == 4 ? 1 : step + 1;
  }
  printf("%d %d\n", i, step);
  show("a", a, sizeof a);
  return 0;
}
