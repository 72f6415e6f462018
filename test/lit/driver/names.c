// File names with spaces, odd suffixes and -x.
// RUN: rm -rf %t && mkdir -p "%t/a b" && cd %t
// RUN: cp %s "a b/main.c" && cp %s odd.suffix
// RUN: %hocketcc -O2 -DMAIN "a b/main.c"  -o "a b/out put" && env "%t/a b/out put" | %FileCheck %s
// RUN: %hocketcc -x c odd.suffix -DMAIN -x none -lm -o odd && ./odd | %FileCheck %s
// RUN: %hocketcc -DMAIN -x c -O2 odd.suffix -o odd && ./odd | %FileCheck %s
// RUN: %cc -E -DMAIN %s -o pre.i && %hocketcc -O2 pre.i -o pre && ./pre | %FileCheck %s
// RUN: %cc -E -P -DMAIN %s -o plain.i && %hocketcc -O2 plain.i -Rhocket-missed -o plain 2>&1 | %FileCheck %s --check-prefix=PLAIN && ./plain | %FileCheck %s
// PLAIN: plain.i:{{[0-9]+}}:{{[0-9]+}}: remark: loop stays sequential
// CHECK: names ok
#include <stdio.h>
int main(void) {
#ifdef MAIN
  for (int i = 0; i < 1; i++)
    puts("names ok");
#endif
  return 0;
}
