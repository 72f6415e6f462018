// Nothing is left in the temporary directory, whatever the end.
// RUN: rm -rf %t && mkdir -p %t/tmp
// RUN: env TMPDIR=%t/tmp %hocketcc -O2 %inputs/sum.c -o %t/x
// RUN: env TMPDIR=%t/tmp %hocketcc -O2 %inputs/sum.c -MD -o %t/x
// RUN: env TMPDIR=%t/tmp %not %hocketcc -O2 -DSIZE=x+ %inputs/sum.c -o %t/x
// RUN: env TMPDIR=%t/tmp %not %hocketcc -O2 %t/missing.c -o %t/x
// RUN: env TMPDIR=%t/tmp %not %hocketcc -O2 %inputs/sum.c --report=%t/none/r.json -o %t/x
// RUN: env TMPDIR=%t/tmp %hocketcc --stop-after=frontend %inputs/sum.c -o %t/x
// RUN: env TMPDIR=%t/tmp %hocketcc -c %inputs/sum.c -o %t/x.o
// RUN: ls -A %t/tmp | %FileCheck %s --allow-empty
// CHECK-NOT: {{.}}
//
// TMPDIR names no directory: as with gcc, another one is taken.
// RUN: env TMPDIR=%t/none %hocketcc -O2 %inputs/sum.c -o %t/y && %t/y
