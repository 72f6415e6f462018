// What a comma orders comes in order; what a condition guards may happen.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o %t | %FileCheck %s

// CHECK-LABEL: function commas(a, n)
int commas(int *a, int n) {
  int i, j;
  // CHECK: loop for counted i = 0; i < n; i += 1 anywhere, bound j -= 1
  // CHECK: init `i = 0, j = n`
  // CHECK-NEXT: W int &i (4) := 0
  // CHECK-NEXT: R int &n (4)
  // CHECK-NEXT: W int &j (4) := n
  // CHECK: `a[i] = a[j], a[j] = 0`
  // CHECK: R int a + (4 * j) (4)
  // CHECK-NEXT: W int a + (4 * i) (4) := *i32(a + (4 * j))
  // CHECK: W int a + (4 * j) (4) := 0
  for (i = 0, j = n; i < j; i++, j--)
    a[i] = a[j], a[j] = 0;
  return a[1];
}

// CHECK-LABEL: function choices(a, n)
int choices(int *a, int n) {
  // CHECK: declare `x = n > 3 ? a[0] : a[1]` = select(3 < n, *i32(a), *i32(a + 4))
  // CHECK-NEXT: R int &n (4)
  // CHECK: R? int a (4)
  // CHECK: R? int a + 4 (4)
  // CHECK: {{W int}} &x (4) := select(3 < n,
  int x = n > 3 ? a[0] : a[1];
  // CHECK: `n > 4 && (a[2] = 1)`
  // CHECK-NEXT: R int &n (4)
  // CHECK: W? int a + 8 (4) := 1
  n > 4 && (a[2] = 1);
  // CHECK: `n < 5 || (x = 2)`
  // CHECK-NEXT: R int &n (4)
  // CHECK-NEXT: W? int &x (4) := 2
  n < 5 || (x = 2);
  return x;
}
