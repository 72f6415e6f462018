// Functions whose declarations are written in odd ways: what is put before and into
// them leaves them whole.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel -Rhocket=region %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -w -O2 %s -o %t && %t | diff - %t.out
// CHECK-COUNT-5: remark: region of 4 macro-tasks on 4 cores
#include <stdio.h>
static double a[400000];
struct pair {
  int a; double b;
} make(int n) {
  struct pair p = {n, 0};
  for (int i = 0; i < 400000; i++) a[i] = i * 0.5 + n;
  p.b = a[n];
  return p;
}
struct two { int a; double b; } make2(int n) { struct two p = {n, 0};
  for (int i = 0; i < 400000; i++) a[i] = i * 0.25 + n;
  p.b = a[n];
  return p;
}
__attribute__((noinline))
static int (*pick(int n))(int) {
  for (int i = 0; i < 400000; i++) a[i] = i * 0.75 + n;
  return 0;
}
int old(n, x) int n; double x; {
  for (int i = 0; i < 400000; i++) a[i] = i * 0.75 + x;
  return n;
}
enum e { A,
 B } enumf(void)
{
  for (int i = 0; i < 400000; i++) a[i] = i * 0.125;
  return A;
}
int main(void) { struct pair p = make(7); struct two q = make2(9); int k = pick(4) == 0; 
  printf("%d %g %d %g %d %d %d %g\n", p.a, p.b, q.a, q.b, k, old(3, 4.5), enumf(), a[77]); return 0; }
