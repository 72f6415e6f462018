// Clang behind hocketcc.
// REQUIRES: clang
// RUN: %hocketcc --cc=%clang -O2 -Wall -Werror %inputs/sum.c -lm -o %t && %t
// RUN: %hocketcc --cc=%clang -O2 -MMD -MF %t.d -Iinclude %inputs/sum.c -o %t && %t
// RUN: %hocketcc --cc=%clang -O2 -static %inputs/sum.c -o %t && %t
// RUN: %status 1 %hocketcc --cc=%clang -DSIZE=x+ %inputs/sum.c -o %t 2>&1 | %FileCheck %s
// CHECK: sum.c:{{[0-9:]+}} error:
