// A parallel loop inside another; and on one core.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=1 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=ONE
// NEAR-NOT: =not-in-region]
double a[2000][2000], b[2000][2000];

int main(void) {
  // ONE: not-in-region.c:[[#@LINE+1]]:3: remark: loop is parallel but not run so: the program may use one core only [-Rhocket-missed=not-in-region]
  for (int i = 0; i < 2000; i++)
    // CHECK: not-in-region.c:[[#@LINE+1]]:5: remark: loop is parallel but not run so: the loop around it at line [[#@LINE-1]] runs in parallel [-Rhocket-missed=not-in-region]
    for (int j = 0; j < 2000; j++)
      a[i][j] = b[i][j] / 3 + j;
  return a[1][2] != 2;
}
