// --print-after, --stop-after and --time-phases.
// RUN: rm -f %t
// RUN: %hocketcc --print-after=frontend --stop-after=frontend %inputs/sum.c -o %t | %FileCheck %s
// CHECK: main
// RUN: %not ls %t
// RUN: %hocketcc --time-phases --stop-after=frontend %inputs/sum.c -o %t 2>&1 | %FileCheck %s --check-prefix=TIME
// TIME: frontend {{.*}} ms
