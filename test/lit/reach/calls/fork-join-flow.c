// What a function that divides an array writes on each of its ways, and behind
// a condition that moves a variable.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket=fork-join -Rhocket-missed=ordered-parts %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
#include <stdlib.h>

// The cases end with a break, and write within the range.
static void cases(int *a, long n) {
  if (n < 2)
    return;
  long half = n / 2;
  switch (n & 3) {
  case 0:
    a[0] = 4;
    break;
  case 1:
    a[n - 1] = 2;
    break;
  }
  // CHECK: :[[#@LINE+1]]:3: remark: 'cases' is recursive fork-join: 2 calls
  cases(a, half);
  cases(a + half, n - half);
}

// The second case, behind a break, writes beyond it.
static void caseBeyond(int *a, long n) {
  if (n < 2)
    return;
  long half = n / 2;
  switch (n & 3) {
  case 0:
    break;
  case 1:
    a[n] = 2;
    break;
  }
  caseBeyond(a, half);
  // CHECK: :[[#@LINE+1]]:3: remark: calls that 'caseBeyond' makes of itself stay in order: two of them may touch the same memory, and one writes it
  caseBeyond(a + half, n - half);
}

// The condition asks for i = n, which is less behind it.
static void movedByCondition(int *a, long n) {
  if (n < 2)
    return;
  long half = n / 2;
  long i = n;
  if (i-- > n - 1)
    a[i + 1] = 2;
  movedByCondition(a, half);
  // CHECK: :[[#@LINE+1]]:3: remark: calls that 'movedByCondition' makes of itself stay in order: two of them may touch the same memory, and one writes it
  movedByCondition(a + half, n - half);
}

int main(void) {
  int *a = calloc(1001, sizeof *a);
  if (!a)
    return 1;
  cases(a, 1000);
  caseBeyond(a, 1000);
  movedByCondition(a, 1000);
  return a[3];
}
