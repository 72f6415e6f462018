// HOCKETCC_FLAGS adds options, HOCKET_CC names the compiler; the command line
// wins over both.
// RUN: env HOCKETCC_FLAGS="-DSIZE=10 --cores=1" %hocketcc %inputs/sum.c -o %t && %t | %FileCheck %s
// CHECK: {{^}}874.000
// RUN: env HOCKETCC_FLAGS="--cores=zero" %status 1 %hocketcc %inputs/sum.c -o %t 2>&1 | %FileCheck %s --check-prefix=BAD
// BAD: hocketcc: error: --cores=zero
// RUN: env HOCKET_CC=no-such-compiler %status 1 %hocketcc %inputs/sum.c -o %t 2>&1 | %FileCheck %s --check-prefix=CC
// CC: hocketcc: error: C compiler 'no-such-compiler' not found
// RUN: env HOCKET_CC=no-such-compiler %hocketcc --cc=gcc %inputs/sum.c -o %t && %t
// RUN: env HOCKET_CC="env gcc" %hocketcc %inputs/sum.c -o %t && %t
