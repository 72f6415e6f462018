// Several variables in one header, each moved by its own step.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4000];

static int both(int n) {
  int i, j, k = 7;
  // CHECK: [[#@LINE+3]]:3 both: doall
  // CHECK-NEXT: induction 'i' += 1
  // CHECK-NEXT: induction 'j' -= 1
  for (i = 0, j = n - 1; i < n; i++, j--)
    a[i] = b[j];
  // CHECK: [[#@LINE+2]]:3 both: doall
  // CHECK: induction 'k' += 3 lastprivate
  for (i = 0; i < n; i++) {
    a[k] = b[i];
    k += 3;
  }
  return k;
}

static int meet(int n) {
  int i, j, k = 7;
  // The second half reads what the first has written.
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence]
  for (i = 0, j = n - 1; i < n; i++, j--)
    a[i] = a[j];
  // Sometimes it moves, sometimes not.
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [scalar-carried] {{.*}} 'k' carries a value
  for (i = 0; i < n; i++) {
    a[k] = b[i];
    if (b[i] > 0)
      k += 3;
  }
  return k;
}

int main(int argc, char **argv) {
  (void)argv;
  return both(argc) + meet(argc);
}
