// Costs are estimated of what there is a budget for: first of the loops with
// the most work for what has to be compiled; the others stay sequential.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=ALL
// RUN: %hocketcc -O2 --soc=generic-4 --cost-budget=12 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cost-budget=1 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE
double a[200000], b[200000];

static double bend(double x) {
  double y = x * x;
  if (y > 4)
    y -= 3;
  else if (y > 3)
    y += 2;
  return y - 1;
}

void bendAll(void) {
  // ALL: cost-budget.c:[[#@LINE+3]]:3: remark: loop is DOALL
  // CHECK: cost-budget.c:[[#@LINE+2]]:3: remark: loop is parallel but not run so: the program is so large that its costs were not estimated (see --cost-budget) [-Rhocket-missed=not-in-region]
  // NONE: cost-budget.c:[[#@LINE+1]]:3: remark: loop is parallel but not run so: the program is so large that its costs were not estimated
  for (int i = 0; i < 100000; i++)
    a[i] = bend(b[i]);
}

void divideAll(void) {
  // ALL: cost-budget.c:[[#@LINE+3]]:3: remark: loop is DOALL
  // CHECK: cost-budget.c:[[#@LINE+2]]:3: remark: loop is DOALL
  // NONE: cost-budget.c:[[#@LINE+1]]:3: remark: loop is parallel but not run so: the program is so large that its costs were not estimated
  for (int i = 0; i < 200000; i++)
    b[i] = a[i] * a[i] / (a[i] + 3);
}

int main(int argc, char **argv) {
  if (argc > 3)
    bendAll();
  else
    divideAll();
  return b[5] > 4 && argv[0];
}
