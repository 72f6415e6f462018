// The entry asks for so many iterations of a loop only where dependences
// between some of its chunks rest on that. One short loop among others is no
// reason to run them all sequentially.
// RUN: rm -rf %t && %hocketcc -O2 --always-parallel --soc=generic-4 --emit=%t %s -o %t.exe
// RUN: %FileCheck %s < %t/short-loops.c

#define N 5000
int a[N + 2], b[N + 2], c[N + 2], d[N + 2];

// CHECK-LABEL: int apart(
// CHECK: int hk_ran = 0;
// CHECK-NOT: >=
// CHECK: hk_apart{{.*}}_run
int apart(int n, int m) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 3 + i;
  for (int i = 0; i < m; i++)
    b[i] = b[i] * 5 + i;
  return n;
}

// The third one has no such dependences.
// CHECK-LABEL: int neighbours(
// CHECK: hk_trips[[#@LINE+5]]_{{.*}} >= 256
// CHECK-NEXT: hk_trips[[#@LINE+6]]_{{.*}} >= 256
// CHECK-NOT: >=
// CHECK: hk_neighbours{{.*}}_run
int neighbours(int n, int m) {
  for (int i = 1; i < n; i++)
    c[i] = a[i] * 3 + i;
  for (int i = 1; i < n; i++)
    d[i] = c[i - 1] + c[i + 1];
  for (int i = 0; i < m; i++)
    b[i] = b[i] * 5 + i;
  return n;
}

int main(int argc, char **argv) {
  (void)argv;
  return (apart(argc, argc) + neighbours(argc, argc)) == 0;
}
