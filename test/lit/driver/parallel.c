// A program with work for several cores is linked with the runtime, by either
// compiler, with either launcher; others are not.
// RUN: %hocketcc -O2 -DSIZE=4000000 --soc=generic-4 -Rhocket %inputs/sum.c -o %t 2>&1 | %FileCheck %s
// CHECK: sum.c:{{[0-9:]+}} remark: region of {{[0-9]+}} macro-tasks on 4 cores
// RUN: nm %t | %FileCheck %s --check-prefix=OPENMP
// OPENMP-DAG: __hocket_run
// OPENMP-DAG: {{[A-Z]}} hki_openmp_launcher
// RUN: %cc -O2 -DSIZE=4000000 %inputs/sum.c -o %t.plain && %t.plain > %t.expected && env HOCKET_CORES=4 %t > %t.out && diff %t.out %t.expected
//
// RUN: %hocketcc -O2 -DSIZE=4000000 --soc=generic-4 --launcher=threads %inputs/sum.c -o %t && nm %t | %FileCheck %s --check-prefix=THREADS
// THREADS-NOT: {{[A-Z]}} hki_openmp_launcher
// THREADS: __hocket_run
// THREADS-NOT: {{[A-Z]}} hki_openmp_launcher
// RUN: env HOCKET_CORES=4 %t > %t.out && diff %t.out %t.expected
//
// RUN: %hocketcc --cc=%clang -O2 -DSIZE=4000000 --soc=generic-4 %inputs/sum.c -o %t && nm %t | %FileCheck %s --check-prefix=OPENMP
// RUN: env HOCKET_CORES=4 %t > %t.out && diff %t.out %t.expected
// RUN: %hocketcc -O2 -static -DSIZE=4000000 --soc=generic-4 %inputs/sum.c -o %t && nm %t | %FileCheck %s --check-prefix=THREADS
// RUN: env HOCKET_CORES=4 %t > %t.out && diff %t.out %t.expected
// RUN: %hocketcc -g -O2 -fsanitize=thread -DSIZE=4000000 --soc=generic-4 %inputs/sum.c -o %t && nm %t | %FileCheck %s --check-prefix=THREADS
// RUN: env HOCKET_CORES=4 %t > %t.out && diff %t.out %t.expected
//
// RUN: %hocketcc -O2 -DSIZE=10 %inputs/sum.c -o %t && nm %t | %FileCheck %s --check-prefix=NONE
// RUN: %hocketcc -O2 -DSIZE=4000000 --no-parallel %inputs/sum.c -o %t && nm %t | %FileCheck %s --check-prefix=NONE
// NONE-NOT: __hocket
// REQUIRES: clang
