// A program that compiles with warnings: the same warnings, each once.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc -O2 -Wall -Wextra %s -o %t/x 2> %t/theirs
// RUN: %hocketcc -O2 -Wall -Wextra %s -o %t/x 2> %t/ours
// RUN: grep -c "warning:" %t/theirs > %t/n1
// RUN: grep -c "warning:" %t/ours > %t/n2
// RUN: diff %t/n1 %t/n2
// RUN: %FileCheck %s < %t/ours
// RUN: %t/x | %FileCheck %s --check-prefix=OUTPUT
#include <stdio.h>
#warning "read this"
// CHECK: warnings.c:[[#@LINE-1]]:2: warning: #warning "read this"

static int a[1000];

static void fill(int scale) {
  int unused;
  // CHECK: warnings.c:[[#@LINE-1]]:7: warning: unused variable 'unused'
  for (int i = 0; i < 1000; i++)
    a[i] = i * scale;
}

int main(int argc, char **argv) {
  // CHECK: warnings.c:[[#@LINE-1]]:27: warning: unused parameter 'argv'
  fill(argc);
  printf("%d\n", a[999]);
  // OUTPUT: 999
  return 0;
}
