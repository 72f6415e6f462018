// Flags that the spec has for all cores of the program stand in front of the
// user's, for the sequential program and for objects, too.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: sed 's/^    cpu: generic$/&\n    flags: [-msse3, -mtune=generic]/' %specs/generic-4.yaml > chip.yaml
// RUN: %hocketcc -O2 --soc=chip.yaml -Rhocket=chip-flags --emit=out %s -o x 2>&1 | %FileCheck %s
// CHECK: {{^}}remark: compiled with -msse3 -mtune=generic, which 'generic-4' says of all cores of the program [-Rhocket=chip-flags]
// RUN: ./x | %FileCheck %s --check-prefix=THERE
// RUN: %FileCheck %s --check-prefix=EMITTED --input-file=out/CMakeLists.txt
// EMITTED: target_compile_options({{.*}} PRIVATE {{.*}}"-msse3" "-mtune=generic" "-O2"
// RUN: %hocketcc -O2 --soc=chip.yaml --no-parallel %s -o x && ./x | %FileCheck %s --check-prefix=THERE
// RUN: %hocketcc -O2 --soc=chip.yaml -c %s -o x.o
// RUN: %hocketcc -O2 --soc=chip.yaml x.o -o x && ./x | %FileCheck %s --check-prefix=THERE
// THERE: sse3
// RUN: %hocketcc -O2 --soc=chip.yaml -mno-sse3 %s -o x && ./x | %FileCheck %s --check-prefix=USERS
// USERS: without
#include <stdio.h>

static double v[100000];

int main(void) {
  for (int i = 0; i < 100000; i++)
    v[i] = i * 0.5 / (i + 1.0);
#ifdef __SSE3__
  printf("sse3 %g\n", v[77]);
#else
  printf("without %g\n", v[77]);
#endif
  return 0;
}
