// An iteration that needs what another one wrote.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
double a[1000], b[1000];

int main(void) {
  // CHECK: carried-dependence.c:[[#@LINE+3]]:3: remark: loop stays sequential: the read of 'a[i - 1]' depends on 'a[i]' of the iteration before [-Rhocket-missed=carried-dependence]
  // CHECK: carried-dependence.c:[[#@LINE+3]]:5: note: writes 'a[i]'
  // CHECK: carried-dependence.c:[[#@LINE+2]]:12: note: reads 'a[i - 1]'
  for (int i = 1; i < 1000; i++)
    a[i] = a[i - 1] + 1;
  // CHECK: carried-dependence.c:[[#@LINE+1]]:3: remark: loop stays sequential: {{.*}} of 7 iterations before [-Rhocket-missed=carried-dependence]
  for (int i = 7; i < 1000; i++)
    b[i] = b[i - 7] + 1;
  // Reads the other half of what it writes.
  // CHECK-NOT: =carried-dependence]
  for (int i = 0; i < 500; i++)
    a[i] = a[i + 500];
  for (int i = 0; i < 499; i++)
    b[2 * i] = b[2 * i + 1];
  return a[3] != b[3];
}
