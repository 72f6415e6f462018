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
// No directory for them: said, and nothing done.
// RUN: env TMPDIR=%t/none %status 1 %hocketcc -O2 %inputs/sum.c -o %t/y 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: hocketcc: error: cannot create a temporary file
