// An output that cannot be written: a clear message, status 1, nothing half
// written.
// RUN: rm -rf %t && mkdir -p %t && touch %t/file
// RUN: %status 1 %hocketcc %inputs/sum.c --report=%t/none/r.json -o %t/x 2>&1 | %FileCheck %s --check-prefix=REPORT
// REPORT: hocketcc: error: {{.*}}none/r.json: cannot be written: {{[Nn]}}o such file or directory
// RUN: %status 1 %hocketcc %inputs/sum.c --report=%t/file/r.html -o %t/x 2>&1 | %FileCheck %s --check-prefix=FILE
// FILE: hocketcc: error: {{.*}}file/r.html: cannot be written: {{[Nn]}}ot a directory
// RUN: mkdir %t/r.json
// RUN: %status 1 %hocketcc %inputs/sum.c --report=%t/r.json -o %t/x 2>&1 | %FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: hocketcc: error: {{.*}}r.json: cannot be written: is a directory
// RUN: %status 1 %hocketcc %inputs/sum.c -o %t/none/x 2>&1 | %FileCheck %s --check-prefix=PROGRAM
// PROGRAM: ld: cannot open output file {{.*}}none/x
// RUN: %status 1 %hocketcc %inputs/sum.c --emit=%t/file/out -o %t/x 2>&1 | %FileCheck %s --check-prefix=EMIT
// EMIT: hocketcc: error: {{.*}}file/out: cannot be created: {{[Nn]}}ot a directory
// RUN: cp %inputs/sum.c %t/sum.c && %status 1 %hocketcc %t/sum.c -o %t/sum.c 2>&1 | %FileCheck %s --check-prefix=INPUT
// INPUT: gcc: fatal error: input file {{.*}} is the same as output file
// RUN: diff %inputs/sum.c %t/sum.c && rm %t/sum.c
// RUN: ls %t | %FileCheck %s --check-prefix=LEFT
// LEFT: file
// LEFT-NEXT: r.json
// LEFT-NOT: {{.}}
