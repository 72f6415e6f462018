// Statement expressions: straight ones have their last value, those with loops
// may do what their statements may do, any number of times.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s
#define MAX(x, y)                                                              \
  ({                                                                           \
    __typeof__(x) x_ = (x);                                                    \
    __typeof__(y) y_ = (y);                                                    \
    x_ > y_ ? x_ : y_;                                                         \
  })

// CHECK-LABEL: function expressions(a, n)
int expressions(int *a, int n) {
  // CHECK: declare `x = ({ int t = a[n]; t * t; })` = *i32(a + (4 * n)) * *i32(a + (4 * n))
  // CHECK: W int &t (4) := *i32(a + (4 * n))
  // CHECK: W int &x (4)
  int x = ({ int t = a[n]; t * t; });
  // CHECK: `a[1] = ({{.*}} = select(n < x, x, n)
  // CHECK: W int a + 4 (4)
  a[1] = MAX(x, n);
  // CHECK: `a[0] = ({ int k = 0;
  // CHECK: W? int &k (4) := ?
  a[0] = ({ int k = 0; for (int i = 0; i < n; i++) k += a[i]; k; });
  return x;
}
