// What is worth running in parallel is what a profile says it is: the same loop
// with large and with small trip counts, and one that no run came to.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --profile-generate %s -o %t/x
// RUN: env HOCKET_PROFILE=%t/small %t/x 10 10000000
// RUN: env HOCKET_PROFILE=%t/large %t/x 1000000 3
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket=loop-doall %s -o %t/x 2>&1 | %FileCheck %s --check-prefixes=PARALLEL,BOTH
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket=loop-doall -Rhocket-missed=too-little-work --profile-use=%t/small %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=SMALL
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket=loop-doall -Rhocket-missed=not-in-region -Rhocket-analysis --profile-use=%t/large %s -o %t/x 2>&1 | %FileCheck %s --check-prefixes=PARALLEL,LARGE
#include <stdio.h>
#include <stdlib.h>
static double a[1000000], b[1000000];

__attribute__((noinline)) static void step(int m) {
  // LARGE: :[[#@LINE+4]]:3: remark: region is planned to take {{.*}}; the profile tells the time of 1 loop or call [
  // SMALL-NOT: remark: loop is DOALL
  // PARALLEL: :[[#@LINE+2]]:3: remark: loop is DOALL
  // SMALL: :[[#@LINE+1]]:3: remark: stays sequential: about {{.*}}ns of work
  for (int i = 0; i < m; i++)
    a[i] = a[i] * 0.5 + b[i] / 3;
}

__attribute__((noinline)) static void never(int m) {
  // BOTH: :[[#@LINE+2]]:3: remark: loop is DOALL
  // LARGE: :[[#@LINE+1]]:3: remark: loop is parallel but not run so: no run of the profile came to it
  for (int i = 0; i < m; i++)
    b[i] = a[i] * 0.5 + b[i] / 3;
}

int main(int argc, char **argv) {
  int m = atoi(argv[1]), k = atoi(argv[2]);
  for (int i = 0; i < k; i++)
    step(m);
  if (argc > 3)
    never(m);
  printf("%g\n", a[m / 2]);
}
