// A write through an index that may be the same for two iterations.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
int a[1000], b[1000], where[1000];

int main(void) {
  // CHECK: non-affine-access.c:[[#@LINE+2]]:3: remark: loop stays sequential: the address of 'a[where[i / 2]]' is not an affine function of the loop [-Rhocket-missed=non-affine-access]
  // CHECK: non-affine-access.c:[[#@LINE+2]]:5: note: writes 'a[where[i / 2]]'
  for (int i = 0; i < 1000; i++)
    a[where[i / 2]] = i;
  // A read through one disturbs nothing.
  // CHECK-NOT: =non-affine-access]
  for (int i = 0; i < 1000; i++)
    b[i] = a[where[i]];
  for (int i = 0; i < 499; i++)
    a[2 * i + 1] = i;
  return b[3] + a[4];
}
