// RUN: %hocketcc -Rhocket-missed -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=C
// C: remark: compiled as it is: it is not optimized (-O0) [-Rhocket-missed=compiled-as-is]
// RUN: %hocketcc -Rhocket-missed -fopenmp %s -o %t 2>&1 | %FileCheck %s --check-prefix=OPENMP
// OPENMP: remark: compiled as it is: '-fopenmp': the program is parallel by its own means
// RUN: %hocketcc -Rhocket-missed -fwrapv %s -o %t 2>&1 | %FileCheck %s --check-prefix=WRAPV
// WRAPV: remark: compiled as it is: signed overflow is defined
// RUN: %hocketcc -Rhocket-missed -fwrapv -fno-wrapv -O2 %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %hocketcc -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: compiled-as-is
int main(void) { return 0; }
