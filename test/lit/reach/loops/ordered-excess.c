// Where expressions keep more bits than their types have, a value that goes
// through a log is another one.
// REQUIRES: x86_64
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t -lm 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 -mfpmath=387 --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t -lm 2>&1 | %FileCheck %s --check-prefix=EXCESS
#include <math.h>
double x[100000];

float sum(int n) {
  float s = 0;
  // CHECK: [[#@LINE+2]]:3: remark: loop is a pipeline: {{.*}} the updates of 's' in order
  // EXCESS: [[#@LINE+1]]:3: remark: loop stays sequential: {{.*}}=float-reduction]
  for (int i = 0; i < n; i++)
    s += expf(x[i]);
  return s;
}

int main(void) { return sum(100000) > 3; }
