// Loops that count in other words than a for header: while and do, the step in
// the body, in the test, or in an expression.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4000];

static int counts(int n, unsigned m) {
  int i = 0;
  // CHECK: [[#@LINE+2]]:3 counts: doall
  // CHECK-NEXT: induction 'i' += 1
  while (i < n) {
    a[i] = b[i];
    i++;
  }
  // CHECK: [[#@LINE+2]]:3 counts: doall
  // CHECK-NEXT: induction 'm' -= 1
  while (m--)
    a[m] = b[m];
  i = 0;
  // CHECK: [[#@LINE+2]]:3 counts: doall
  // CHECK-NEXT: induction 'i' += 2 lastprivate
  do {
    a[i] = b[i + 1];
    a[i + 1] = b[i];
  } while ((i += 2) < n);
  // CHECK: [[#@LINE+2]]:3 counts: doall
  // CHECK-NEXT: induction 'n' -= 4 lastprivate
  while ((n -= 4) > 0)
    a[n] = b[n] + 1;
  return i + n;
}

static int doesNot(int n) {
  int i = 0;
  // CHECK: [[#@LINE+1]]:3 doesNot: sequential  [uncounted-loop] {{.*}} (it changes its bound 'n')
  while (i < n) {
    if (b[i] < 0)
      n--;
    i++;
  }
  i = 0;
  // The update is passed by.
  // CHECK: [[#@LINE+1]]:3 doesNot: sequential  [uncounted-loop] {{.*}} (its condition compares nothing that each iteration moves by a constant)
  while (i < n) {
    if (b[i] < 0)
      continue;
    i++;
  }
  // CHECK: [[#@LINE+1]]:3 doesNot: sequential  [carried-dependence] {{.*}} 'a[i]' depends on 'a[i - 1]' of the iteration before
  while (i > 1) {
    i--;
    a[i - 1] = a[i];
  }
  // May wrap around: what it compares is never negative.
  unsigned k = (unsigned)n;
  // CHECK: [[#@LINE+1]]:3 doesNot: sequential  [uncounted-loop]
  while (k >= 2) {
    a[k] = 1;
    k -= 3;
  }
  return i;
}

int main(int argc, char **argv) {
  (void)argv;
  return counts(argc, (unsigned)argc) + doesNot(argc);
}
