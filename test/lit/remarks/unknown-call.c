// A call of a function that is not in the command.
// RUN: split-file %s %t
// RUN: %hocketcc -O2 -c %t/weight.c -o %t/weight.o
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %t/main.c %t/weight.o -o %t/x 2>&1 | %FileCheck %t/main.c
// RUN: %t/x
// With its source beside it there is nothing to fear.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %t/main.c %t/weight.c -o %t/x 2>&1 | %FileCheck %t/main.c --check-prefix=NEAR --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 -DCONST -Rhocket-missed %t/main.c %t/weight.o -o %t/x 2>&1 | %FileCheck %t/main.c --check-prefix=NEAR --allow-empty
// The mark of this test: =unknown-call]
//--- main.c
#ifdef CONST
__attribute__((const))
#endif
double weight(double x);
double a[1000], b[1000];

int main(void) {
  // CHECK: main.c:[[#@LINE+3]]:3: remark: loop stays sequential: the call of 'weight' may touch anything [-Rhocket-missed=unknown-call]
  // CHECK: main.c:[[#@LINE+3]]:5: note: called here
  // NEAR-NOT: =unknown-call]
  for (int i = 0; i < 1000; i++)
    a[i] = weight(b[i]);
  return a[3] != 1;
}
//--- weight.c
double weight(double x) { return x * 2 + 1; }
