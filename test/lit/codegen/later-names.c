// A region's declarations move before it, which must not take names from the
// statements before them: what cannot run in parallel runs as it was written.
// RUN: %cc -O1 %s -o %t && %t > %t.out
// RUN: %hocketcc -O1 --soc=generic-4 --always-parallel %s -o %t 2>&1 | %FileCheck %s --allow-empty
// RUN: env HOCKET_CORES=1 %t | diff - %t.out
// RUN: env HOCKET_CORES=4 %t | diff - %t.out
// CHECK-NOT: internal problem
//
// Names that the loops before have for themselves are no hindrance.
// RUN: %hocketcc -O1 --soc=generic-4 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s --check-prefix=OWN
// OWN: hk_v_sum = sum;
#include <stdio.h>

#define LOOP for (int i = 0; i < 500; i++)

static int a[500], b[500], c[500];
static int x = 7;
typedef int Real;
enum { Step = 4 };
static int next(int value) { return value + 1; }

static int variables(int outer) {
  LOOP a[i] = x + i;
  int x = 2;
  LOOP b[i] = x + a[i];
  {
    LOOP c[i] += outer + i;
    int outer = 3;
    LOOP a[i] += outer * c[i];
  }
  return x + outer;
}

static int others(void) {
  LOOP a[i] += (Real)3.5 + i;
  int Real = 2;
  LOOP b[i] += Real + a[i];
  LOOP c[i] += Step + i;
  int Step = 20;
  LOOP a[i] += Step * c[i];
  LOOP c[i] += next(i);
  int next = 20;
  LOOP a[i] += next * c[i];
  return Real + Step + next;
}

static int declarators(int s) {
  LOOP a[i] += s * c[i];
  int y = x + s, x = 9;
  LOOP b[i] += y * x + a[i];
  return y + x;
}

static int own(void) {
  LOOP {
    int sum = a[i];
    for (int j = 0; j < 5; j++)
      sum += j * b[i];
    c[i] = sum;
  }
  int sum = c[3];
  LOOP a[i] += sum * c[i];
  return sum;
}

int main(void) {
  int result = variables(3) + others() + declarators(4) + own();
  long sum = 0;
  for (int i = 0; i < 500; i++)
    sum += a[i] * 3L + b[i] * 5L + c[i] * (long)i;
  printf("%d %ld\n", result, sum);
  return 0;
}
