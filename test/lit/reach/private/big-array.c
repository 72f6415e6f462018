// An array that is too large for a thread's stack.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
static double image[40][30000], line[30000], sum[40];

static void each(void) {
  // CHECK: [[#@LINE+2]]:3 each: doall
  // CHECK: private 'line' lastprivate allocated
  for (int i = 0; i < 40; i++) {
    for (int j = 0; j < 30000; j++)
      line[j] = image[i][j] * 0.5;
    for (int j = 0; j < 30000; j++)
      image[i][j] += line[29999 - j];
  }
}

/* Only the part that the row number says. */
static void part(void) {
  // CHECK: [[#@LINE+1]]:3 part: sequential  [carried-dependence]
  for (int i = 0; i < 40; i++) {
    for (int j = 0; j < 700 * i; j++)
      line[j] = image[i][j] * 0.5;
    for (int j = 0; j < 30000; j++)
      image[i][j] += line[29999 - j];
  }
}

int main(void) {
  each();
  part();
  printf("%g %g\n", image[3][4], line[9]);
}
