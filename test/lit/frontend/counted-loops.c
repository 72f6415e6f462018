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
  // CHECK: loop for uncounted (a 'return' may leave it) at most i = 0; i < n; i += 1 exits: return
  for (int i = 0; i < n; i++)
    if (a[i] == 0)
      return i;
  // CHECK: loop while uncounted (its condition compares nothing that each iteration moves by a constant)
  while (n > 1)
    n /= 2;
  return n;
}

// CHECK-LABEL: function forms(p, end, n)
void forms(int *p, int *end, int n) {
  // CHECK: loop while counted p = p; p != end; p += 4 anywhere
  while (p != end)
    *p++ = 0;
  // CHECK: loop while counted n = n; n != 0; n -= 1 anywhere
  while (n--)
    *--p = 1;
  int i = 0, j = 10;
  // CHECK: loop do counted i = i; i < 9; i += 2 anywhere, tested at -1
  do
    i++;
  while (i++ < 8 + 1);
  // CHECK: loop for counted i = i; i <= 100; i += 4 anywhere, tested at +4
  for (; i + 4 <= 100; i += 4)
    p[i] = 0;
  // CHECK: loop while counted i = i; i < j; i += 1 anywhere, bound j -= 1
  while (i < j) {
    p[i] = p[j];
    i++, j--;
  }
  // CHECK: loop while uncounted (its step moves away from its bound)
  while (i > 0)
    p[i++] = 2;
  // CHECK: loop while uncounted (it changes its bound 'n')
  while (i < n) {
    n /= 2;
    i++;
  }
  // CHECK: loop while uncounted (its condition compares nothing that each iteration moves by a constant)
  while (j < 10) {
    if (p[j])
      continue;
    j++;
  }
}
