// Loops that walk by a variable which stays the same. That it leads towards the
// end is tested on entry, unless it is known.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

#include <stddef.h>

// CHECK: [[#@LINE+4]]:3 up: doall {{.*}} if 'm' moves the loop towards its end
// CHECK-NEXT: induction 'i' += 1 * 'm'
// CHECK-NEXT: condition @at_most(1LL, (long long)m)
void up(int s, int n, int m, double *a) {
  for (int i = s; i < n; i += m)
    a[i] = 2.0 * a[i];
}
// CHECK: [[#@LINE+4]]:3 up_from_next: sequential {{.*}} depends on 'a[i + m]' of the iteration before
// CHECK-NEXT: note [[#@LINE+4]]:12 reads 'a[i + m]'
// CHECK-NEXT: note [[#@LINE+3]]:5 writes 'a[i]'
void up_from_next(int s, int n, int m, double *a) {
  for (int i = s; i < n; i += m)
    a[i] = a[i + m];
}

// CHECK: [[#@LINE+4]]:3 down: doall {{.*}} if 'm' moves the loop towards its end
// CHECK-NEXT: induction 'i' -= 2 * 'm'
// CHECK-NEXT: condition @at_most(1LL, @times(2LL, (long long)m))
void down(int n, int m, double *a) {
  for (int i = n - 1; i >= 0; i -= 2 * m)
    a[i] += 1.0;
}
// CHECK: [[#@LINE+3]]:3 minus: doall {{.*}} if 'm' moves the loop towards its end
// CHECK: condition @at_most(1LL, @times((-1LL), (long long)m))
void minus(int n, int m, double *a) {
  for (int i = n; i > 0; i += m)
    a[i] += 1.0;
}
// The step changes on the way.
// CHECK: [[#@LINE+2]]:3 shrinking: sequential {{.*}}(its step is neither a constant nor a multiple of a local variable that it leaves alone
void shrinking(int n, int m, double *a) {
  for (int i = n - 1; i >= 0; i -= m) {
    a[i] += 1.0;
    m = m / 2 + 1;
  }
}

// CHECK: [[#@LINE+4]]:3 naturals: doall {{.*}} and 'i' does not wrap around
// CHECK: condition @at_most(1LL, @natural(m))
// CHECK-NEXT: condition {{.*}}@plus(@natural(m), @natural(n))
void naturals(size_t n, size_t m, double *a) {
  for (size_t i = 0; i < n; i += m)
    a[i] += 1.0;
}
// CHECK: [[#@LINE+3]]:3 meets: doall {{.*}} the loop meets its bound
// CHECK: condition {{.*}}@divides((long long)m, (long long)n)
void meets(int n, int m, double *a) {
  for (int i = 0; i != n; i += m)
    a[i] += 1.0;
}
// The step is known to be at least 2.
// CHECK: [[#@LINE+4]]:7 sieve: doall {{.*}} its iterations are independent{{$}}
void sieve(int n, char *composite) {
  for (int i = 2; i < n; i++)
    if (!composite[i])
      for (int j = 2 * i; j < n; j += i)
        composite[j] = 1;
}
static int everybodys;
// CHECK: [[#@LINE+2]]:3 by_global: sequential {{.*}}(its step is neither
void by_global(int n, int *a) {
  for (int i = 0; i < n; i += everybodys)
    a[i] = 0;
}
void set(int m) { everybodys = m; }

static int table[4000];
// CHECK: [[#@LINE+3]]:3 find: search {{.*}} and 'm' moves the loop towards its end
int find(int n, int m, int key) {
  int i;
  for (i = 0; i < n; i += m)
    if (table[i] == key)
      break;
  return i;
}
