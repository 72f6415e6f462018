// A dependence from or to the first or last iterations alone: these are peeled
// off, the rest is parallel.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000];

static void first(int n) {
  // CHECK: [[#@LINE+4]]:3 first: sequential  [carried-dependence] {{.*}}'a[0]'
  // CHECK-NEXT: note
  // CHECK-NEXT: note
  // CHECK-NEXT: [[#@LINE+1]]:3 first: doall  [loop-doall] {{.*}}after peeling its first iteration
  for (int i = 0; i < n; i++)
    a[i] = a[0] + b[i];
}

static void last(int n) {
  // CHECK: [[#@LINE+4]]:3 last: doall  [loop-doall] {{.*}}after peeling its last 2 iterations
  // CHECK-NEXT: [[#@LINE+3]]:3 last: sequential  [carried-dependence]
  // CHECK-NEXT: note
  // CHECK-NEXT: note
  for (int i = 0; i < n; i++)
    a[i] = a[n - 2] + a[n - 1] + b[i];
}

static void moving(int n) {
  // Not one iteration, but the one before.
  // CHECK: [[#@LINE+1]]:3 moving: sequential  [carried-dependence] {{.*}}of the iteration before
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + b[i];
  // CHECK-NOT: {{[0-9]+:[0-9]+ moving: }}
}

int main(int argc, char **argv) {
  (void)argv;
  first(argc);
  last(argc);
  moving(argc);
  return a[argc] > 0;
}
