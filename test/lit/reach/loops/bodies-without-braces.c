// A loop that is all of another loop's body, or of a branch, can be a region of
// its own, where nothing around it can be taken in.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
enum { N = 1000000 };
double a[N];

int main(void) {
  while (getchar() != EOF)
    // CHECK: bodies-without-braces.c:[[#@LINE+1]]:5: remark: region of
    for (int i = 0; i < N; i++)
      a[i] = a[i] * 0.5 + i;
  if (getchar() == EOF)
    // CHECK: bodies-without-braces.c:[[#@LINE+1]]:5: remark: region of
    for (int i = 0; i < N; i++)
      a[i] = 1 / (a[i] + 1);
  else
    // CHECK: bodies-without-braces.c:[[#@LINE+1]]:5: remark: region of
    for (int i = 0; i < N; i++)
      a[i] = 1 / (a[i] + 2);
  printf("%g\n", a[N / 2]);
  return 0;
}
