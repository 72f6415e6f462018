// More steps needed than given.
// RUN: %hocketcc -O2 --soc=generic-4 --isl-budget=20 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %t
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// NEAR-NOT: =over-budget]
double a[100][100], b[100][100];

int main(void) {
  // CHECK: over-budget.c:[[#@LINE+1]]:3: remark: loop stays sequential: its dependences were not computed within the budget of 20 isl operations [-Rhocket-missed=over-budget]
  for (int i = 1; i < 99; i++)
    for (int j = 1; j < 99; j++)
      a[i][j] = b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[j][i];
  return a[3][4] != 0;
}
