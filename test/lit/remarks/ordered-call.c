// Calls whose effects can be seen in their order.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -lm -o %t 2>&1 | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double a[1000], b[1000];
char text[1000][8];

int main(int argc, char **argv) {
  (void)argv;
  // CHECK: ordered-call.c:[[#@LINE+2]]:3: remark: loop stays sequential: the call of 'printf' has an effect whose order is visible (input or output) [-Rhocket-missed=ordered-call]
  // CHECK: ordered-call.c:[[#@LINE+2]]:5: note: called here
  for (int i = 0; i < 3; i++)
    printf("%d\n", i);
  // CHECK: ordered-call.c:[[#@LINE+1]]:3: remark: loop stays sequential: the call of 'rand' has an effect whose order is visible (it draws from one random sequence) [-Rhocket-missed=ordered-call]
  for (int i = 0; i < 1000; i++)
    a[i] = rand();
  // CHECK: ordered-call.c:[[#@LINE+1]]:3: remark: loop stays sequential: the call of 'exit' has an effect whose order is visible (it may not return) [-Rhocket-missed=ordered-call]
  for (int i = 0; i < 1000; i++)
    if (a[i] == 0.5)
      exit(argc);
  // CHECK: ordered-call.c:[[#@LINE+1]]:3: remark: loop stays sequential: the call of 'clock' has an effect whose order is visible (it takes the time) [-Rhocket-missed=ordered-call]
  for (int i = 0; i < 1000; i++) {
    b[i] = i;
    a[i] = (double)clock();
  }
  // These touch only what they are given.
  // CHECK-NOT: =ordered-call]
  for (int i = 0; i < 1000; i++)
    b[i] = fabs(a[i]);
  for (int i = 0; i < 1000; i++)
    memset(text[i], 'x', 8);
  return 0;
}
