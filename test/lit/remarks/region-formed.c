// Work for all cores.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=3 -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=THREE
// RUN: %hocketcc -O2 --soc=generic-4 --cores=1 -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 -DSIZE=10 -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// NEAR-NOT: =region-formed]
#ifndef SIZE
#define SIZE 4000000
#endif
double a[SIZE], b[SIZE];

int main(void) {
  // CHECK: region-formed.c:[[#@LINE+2]]:3: remark: region of 4 macro-tasks on 4 cores, predicted speed-up {{[23]\.[0-9]+|4.00}} [-Rhocket=region-formed]
  // THREE: region-formed.c:[[#@LINE+1]]:3: remark: region of 3 macro-tasks on 3 cores, predicted speed-up {{[12]\.[0-9]+|3.00}} [-Rhocket=region-formed]
  for (int i = 0; i < SIZE; i++)
    a[i] = b[i] / 3 + i;
  return a[1] != 1;
}
