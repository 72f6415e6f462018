// A called function does what its body does with these arguments: one element,
// one row, one half, not "something with the array".
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], t[300][300];

static void put(double *v, int i, double x) { v[i] = x; }
static void clear(double *v, int from, int to) {
  for (int i = from; i < to; i++)
    v[i] = 0;
}
static void guarded(double *v, int i, int n) {
  if (i >= n)
    return;
  v[i] += 1;
}
static void both(double *v, int i, double x) {
  put(v, 2 * i, x);
  put(v, 2 * i + 1, -x);
}
static double previous(const double *v, int i) { return v[i - 1]; }

void elements(int n) {
  // CHECK: [[#@LINE+1]]:3 elements: doall
  for (int i = 0; i < n; i++)
    put(a, i, i * 0.5);
  // CHECK: [[#@LINE+3]]:3 elements: sequential  [carried-dependence] {{.*}} the read of 'a[i - 1]' depends on 'v[i]' of the iteration before
  // CHECK-NEXT: note [[#@LINE-21]]:{{[0-9]+}} writes 'v[i]'
  // CHECK-NEXT: note [[#@LINE+2]]:{{[0-9]+}} reads 'a[i - 1]'
  for (int i = 1; i < n; i++)
    put(a, i, a[i - 1]);
  // The remark names the place in the called function.
  // CHECK: [[#@LINE+3]]:3 elements: sequential  [carried-dependence]
  // CHECK-NEXT: note [[#@LINE-27]]:{{[0-9]+}} writes 'v[i]'
  // CHECK-NEXT: note [[#@LINE-14]]:{{[0-9]+}} reads 'v[i - 1]'
  for (int i = 1; i < n; i++)
    put(a, i, previous(a, i));
}

void rows(void) {
  // CHECK: [[#@LINE+1]]:3 rows: doall
  for (int i = 0; i < 300; i++)
    clear(t[i], 0, 300);
  // CHECK: [[#@LINE+1]]:3 rows: doall
  for (int i = 0; i < 100; i++)
    clear(a, 10 * i, 10 * i + 10);
  // CHECK: [[#@LINE+1]]:3 rows: sequential  [carried-dependence]
  for (int i = 0; i < 99; i++)
    clear(a, 10 * i, 10 * i + 11);
}

void early(int n) {
  // CHECK: [[#@LINE+1]]:3 early: doall
  for (int i = 0; i < n; i++)
    guarded(a, i, n / 2);
  // Only iteration 0 gets past the return.
  // CHECK: [[#@LINE+1]]:3 early: doall
  for (int i = 0; i < n; i++)
    guarded(a, i - i, 1 - i);
  // CHECK: [[#@LINE+1]]:3 early: pipeline {{.*}} pass the updates of 'v[i]' in order
  for (int i = 0; i < n; i++)
    guarded(a, i - i, 2 - i);
}

void deeper(int n) {
  // CHECK: [[#@LINE+1]]:3 deeper: doall
  for (int i = 0; i < n; i++)
    both(a, i, i);
  // CHECK: [[#@LINE+1]]:3 deeper: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    both(a, i / 2, i);
}
