// Messages, assertions and debuggers see the user's lines.
// RUN: %hocketcc -O2 -g --soc=generic-4 --always-parallel %s -o %t
// RUN: env HOCKET_CORES=4 %not --crash %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 -Wall -Wextra -Werror --soc=generic-4 --always-parallel %s -o %t
// RUN: %hocketcc -g -O1 --soc=generic-4 --always-parallel %s -o %t && objdump --dwarf=decodedline %t | %FileCheck %s --check-prefix=DEBUG
#include <assert.h>
#include <stdio.h>
#define N 400000
static int a[N], b[N];

static int checked(int x) {
  // CHECK: lines.c:[[#@LINE+1]]: checked: Assertion `x != 399999' failed
  assert(x != 399999);
  return x;
}

int main(void) {
  for (int i = 0; i < N; i++)
    // DEBUG: hocket: tasks of hk_main_1
    // DEBUG: lines.c [[#@LINE+1]] {{.*}}
    a[i] = i * 3;
  for (int i = 0; i < N; i++)
    b[i] = checked(a[i] / 3);
  printf("%d\n", b[4]);
  return 0;
}
