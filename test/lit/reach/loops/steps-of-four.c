// Unrolled by hand, with a rest.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4000];

static void apart(int n) {
  int i;
  // CHECK: [[#@LINE+2]]:3 apart: doall
  // CHECK-NEXT: induction 'i' += 4 lastprivate
  for (i = 0; i + 4 <= n; i += 4) {
    a[i] = b[i];
    a[i + 1] = b[i + 1];
    a[i + 2] = b[i + 2];
    a[i + 3] = b[i + 3];
  }
  // CHECK: [[#@LINE+1]]:3 apart: doall
  for (; i < n; i++)
    a[i] = b[i];
}

static void meet(int n) {
  int i;
  // The last of one iteration is the first of the next.
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence] {{.*}} of the iteration before
  for (i = 0; i + 4 <= n; i += 4) {
    a[i] = b[i];
    a[i + 4] = b[i + 1];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  apart(argc);
  meet(argc);
  return 0;
}
