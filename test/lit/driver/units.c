// Several C files in one command, equal names in two folders among them.
// RUN: rm -rf %t && mkdir -p %t/one %t/two && cd %t
// RUN: cp %s one/part.c && echo 'int two(int x) { return 2 * x; }' > two/part.c
// RUN: %hocketcc -O2 one/part.c two/part.c -o both && ./both | %FileCheck %s
// CHECK: 42
#include <stdio.h>
int two(int x);
int main(void) {
  printf("%d\n", two(21));
  return 0;
}
