// @FILE holds arguments, ours among them, with gcc's quoting; one that is not
// there is the compiler's business.
// RUN: rm -rf %t && mkdir -p "%t/with space" && cp %inputs/sum.c "%t/with space/s.c"
// RUN: echo '--cores=1 -DSIZE=10 "%t/with space/s.c"' > %t/inner.rsp
// RUN: echo '@%t/inner.rsp -o %t/x' > %t/outer.rsp
// RUN: %hocketcc @%t/outer.rsp && %t/x | %FileCheck %s
// CHECK: {{^}}874.000
// RUN: echo '--cores=x %inputs/sum.c' > %t/bad.rsp
// RUN: %status 1 %hocketcc @%t/bad.rsp 2>&1 | %FileCheck %s --check-prefix=BAD
// BAD: hocketcc: error: --cores=x: expected a number
// RUN: %status 1 %hocketcc @%t/missing.rsp 2>&1 | %FileCheck %s --check-prefix=MISSING
// MISSING: missing.rsp
//
// More arguments than the system takes on one command line: few, and long ones,
// as the linker opens each file.
// RUN: ar rc %t/libempty.a
// RUN: %python -c "print(('%t/' + './' * 1000 + 'libempty.a ') * 1500)" > %t/long.rsp
// RUN: %hocketcc @%t/long.rsp -O2 %inputs/sum.c -o %t/long && %t/long
// RUN: %hocketcc @%t/long.rsp -fopenmp %inputs/sum.c -o %t/long && %t/long
