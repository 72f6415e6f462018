// SPDX-License-Identifier: Apache-2.0
// STATUS: -6
//
// Output that is only in the buffer when the program aborts in a loop.
#include "../digest.h"

#include <stdlib.h>

#define N 50000
static int a[N];

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int i = 0; i < N; i++)
    a[i] = i ^ 3;
  show("a", a, sizeof a);
  for (int i = 0; i < N; i++) {
    if (a[i] == 33333)
      abort();
    a[i] = 0;
  }
  printf("not reached\n");
  return 0;
}
