// What is printed: chosen by kind and by pattern, in the order of the text; nothing
// without being asked, nothing twice.
// RUN: %hocketcc -O2 --soc=generic-4 %s -o %t 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefixes=PASSED
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefixes=MISSED
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket=region -Rhocket-missed=carried %s -o %t 2>&1 | %FileCheck %s --check-prefix=CHOSEN
// SILENT-NOT: {{.}}
#include <stdio.h>
#define N 4000000
static double a[N], b[N];

int main(void) {
  // PASSED-NOT: -missed
  // PASSED: remarks.c:[[#@LINE+6]]:3: remark: {{.*}} [-Rhocket=region-formed]
  // PASSED-NEXT: remarks.c:[[#@LINE+5]]:3: remark: {{.*}} [-Rhocket=loop-doall]
  // PASSED-NOT: {{.}}
  // MISSED-NOT: [-Rhocket=
  // CHOSEN: remarks.c:[[#@LINE+2]]:3: remark: region
  // CHOSEN-NOT: loop-doall
  for (int i = 0; i < N; i++)
    a[i] = i;
  // MISSED: remarks.c:[[#@LINE+7]]:3: remark: loop stays sequential: {{.*}} [-Rhocket-missed=carried-dependence]
  // MISSED-NEXT: remarks.c:[[#@LINE+7]]:5: note: writes 'a[i]'
  // MISSED-NEXT: remarks.c:[[#@LINE+6]]:12: note: reads
  // MISSED-NEXT: remarks.c:[[#@LINE+4]]:3: help: restructure
  // MISSED-NOT: [-Rhocket=
  // CHOSEN: remarks.c:[[#@LINE+2]]:3: remark: {{.*}}carried-dependence
  // CHOSEN-NOT: remark:
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + b[i];
  // MISSED: remarks.c:[[#@LINE+1]]:3: remark: {{.*}}too-little-work
  for (int i = 0; i < 10; i++)
    b[i] = i;
  printf("%f %f\n", a[N - 1], b[4]);
  return 0;
}
