// The first iteration that ends the loop, looked for by all chunks.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel -Rhocket %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
int a[10000];

int main(int argc, char **argv) {
  int i, n = argc * 5000;
  (void)argv;
  // CHECK: loop-search.c:[[#@LINE+1]]:3: remark: loop is a search: chunks look for the first iteration that ends it [-Rhocket=loop-search]
  for (i = 0; i < 10000; i++)
    if (a[i] == argc)
      break;
  printf("%d\n", i);
  // CHECK: loop-search.c:[[#@LINE+1]]:3: remark: loop is a search: chunks look for the first iteration that ends it if all that the loop might read of 'a' is there [-Rhocket=loop-search]
  for (i = 0; i < n && a[i] != argc; i++)
    ;
  printf("%d\n", i);
  // Each iteration needs the one before.
  // CHECK-NOT: =loop-search]
  for (i = 0; i < 10000; i++) {
    n += a[i];
    if (n > 10)
      break;
  }
  printf("%d\n", i);
  return 0;
}
