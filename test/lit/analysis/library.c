// What functions of the C library touch: what their arguments reach and how far,
// hidden state, nothing else.
// RUN: %hocketcc -O2 -fno-math-errno --stop-after=analysis --print-after=analysis %s -lm -o %t | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[100], copy[100];
static int numbers[50];
static double d;

static int byValue(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

// CHECK-LABEL: function main
int main(void) {
  // CHECK: 'memcpy(copy, text, 40)'
  // CHECK-NEXT: W! {copy} size 40 at &copy by 'memcpy'
  // CHECK-NEXT: R! {text} size 40 at &text by 'memcpy'
  // CHECK-NEXT: stmt
  memcpy(copy, text, 40);
  // CHECK-SAME: 'd = strlen(text)'
  // CHECK-NOT: {{W.*}} by 'strlen'
  // CHECK: R {text} {{.*}}by 'strlen'
  // CHECK-NOT: {{W.*}} by 'strlen'
  d = strlen(text);
  // CHECK: 'd = fabs(d)'
  // CHECK-NEXT: R! {d}
  // CHECK-NEXT: W! {d}
  // CHECK-NEXT: stmt
  d = fabs(d);
  // CHECK-SAME: 'd = rand()'
  // CHECK: W {<random>} by 'rand'
  d = rand();
  // CHECK: 'qsort(numbers, 50, sizeof *numbers, byValue)'
  // CHECK-NOT: unknown
  // CHECK: W {numbers} {{.*}}by 'qsort'
  // CHECK: stmt
  qsort(numbers, 50, sizeof *numbers, byValue);
  // CHECK-SAME: 'puts(text)'
  // CHECK: R {text} {{.*}}by 'puts'
  // CHECK: W {<io>} by 'puts'
  puts(text);
  // CHECK: 'sprintf(text, "%d", numbers[0])'
  // CHECK: W {text} {{.*}}by 'sprintf'
  // CHECK-NOT: <io>
  // CHECK: 'free(malloc(10))'
  sprintf(text, "%d", numbers[0]);
  // CHECK: W~ {<allocator>} by '{{malloc|free}}'
  free(malloc(10));
  return 0;
}
