// A flag that not all cores of the program have is not used: its tasks may run
// on any of them. With the cores of one type alone it is.
// REQUIRES: x86_64
// RUN: split-file %s %t && cd %t
// RUN: %hocketcc -O2 --soc=chip.yaml -Rhocket-missed=chip-flags-differ -Rhocket=chip-flags a.c -o x 2>&1 | %FileCheck %s
// CHECK-DAG: {{^}}remark: compiled with -msse3, which 'unlike' says of all cores of the program [-Rhocket=chip-flags]
// CHECK-DAG: {{^}}remark: not compiled with -mssse3: 'unlike' does not say it of all cores of the program, whose tasks must come to the same on each [-Rhocket-missed=chip-flags-differ]
// CHECK: help: give options that suit all of them
// RUN: ./x | %FileCheck %s --check-prefix=COMMON
// COMMON: 1 0
// RUN: %hocketcc -O2 --soc=chip.yaml --cores=2 -Rhocket-missed=chip-flags-differ a.c -o x 2>&1 | count 0
// RUN: ./x | %FileCheck %s --check-prefix=BIG
// BIG: 1 1
//--- chip.yaml
name: unlike
core-types:
  - {name: big, cpu: generic, flags: [-msse3, -mssse3]}
  - {name: little, cpu: generic, flags: [-msse3], capacity: 0.5}
clusters:
  - {name: all}
frequency-domains:
  - {name: clock, points: [{mhz: 2000}]}
cores:
  - {ids: 0-1, type: big, cluster: all, domain: clock}
  - {ids: 2-3, type: little, cluster: all, domain: clock}
//--- a.c
#include <stdio.h>

#ifdef __SSE3__
enum { sse3 = 1 };
#else
enum { sse3 = 0 };
#endif
#ifdef __SSSE3__
enum { ssse3 = 1 };
#else
enum { ssse3 = 0 };
#endif

static double v[100000];

int main(void) {
  for (int i = 0; i < 100000; i++)
    v[i] = i * 0.5 / (i + 1.0);
  printf("%d %d %g\n", sse3, ssse3, v[77]);
  return 0;
}
