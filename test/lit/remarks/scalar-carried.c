// A variable that goes from one iteration to the next.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
int a[1000], b[1000];

int main(void) {
  int k = 0, last = 0;
  // CHECK: scalar-carried.c:[[#@LINE+3]]:3: remark: loop stays sequential: 'k' carries a value from one iteration to the next [-Rhocket-missed=scalar-carried]
  // CHECK: scalar-carried.c:[[#@LINE+4]]:5: note: writes 'k'
  // CHECK: scalar-carried.c:[[#@LINE+2]]:7: note: reads 'k' in the next iteration
  for (int i = 0; i < 1000; i++) {
    b[k] = a[i];
    k += a[i] > 0;
  }
  // CHECK: scalar-carried.c:[[#@LINE+1]]:3: remark: loop stays sequential: 'last' carries a value from one iteration to the next [-Rhocket-missed=scalar-carried]
  for (int i = 0; i < 1000; i++) {
    b[i] = last;
    if (a[i])
      last = a[i];
  }
  // Set before it is read in each iteration.
  // CHECK-NOT: =scalar-carried]
  for (int i = 0; i < 1000; i++) {
    last = a[i] * 2;
    b[i] = last;
  }
  return b[3] + last;
}
