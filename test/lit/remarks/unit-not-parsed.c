// A file with what only gcc reads is compiled as it is.
// RUN: %hocketcc -O2 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=OUTPUT
// RUN: %hocketcc -O2 -DPLAIN -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// RUN: %t | %FileCheck %s --check-prefix=OUTPUT
// NEAR-NOT: =unit-not-parsed]
// OUTPUT: 42
#include <stdio.h>

int main(void) {
  int offset = 2;
#ifdef PLAIN
#define add(x) ((x) + offset)
#else
  // CHECK: unit-not-parsed.c:1:1: remark: '{{.*}}unit-not-parsed.c' is compiled as it is: the front end could not read it: {{.*}}unit-not-parsed.c:[[#@LINE+1]]: {{.+}} [-Rhocket-missed=unit-not-parsed]
  int add(int x) { return x + offset; }
#endif
  printf("%d\n", add(40));
  return 0;
}
