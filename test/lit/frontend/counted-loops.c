// Loops whose header alone decides how often they run, and those of others.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o /dev/null | %FileCheck %s

// CHECK-LABEL: function up(n, a)
void up(int n, double *a) {
  // CHECK: loop for counted i = 0; i < n; i += 1
  for (int i = 0; i < n; i++)
    a[i] = 0;
  // CHECK: loop for counted k = n - 1; k >= 0; k -= 2
  for (int k = n - 1; k >= 0; k -= 2)
    a[k] = 1;
}

// CHECK-LABEL: function find(n, a)
int find(int n, const int *a) {
  // CHECK: loop for uncounted (a 'return' may leave it) exits: return
  for (int i = 0; i < n; i++)
    if (a[i] == 0)
      return i;
  // CHECK: loop while uncounted (it is a 'while' loop)
  while (n > 1)
    n /= 2;
  return n;
}
