// Dependences that all cross one point of the iterations: before it and behind
// it the loop is parallel.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000], c[2000];

static void crossing(int n) {
  // CHECK: [[#@LINE+2]]:3 crossing: doall  [loop-doall] {{.*}}after splitting it in the middle
  // CHECK-NEXT: [[#@LINE+1]]:3 crossing: doall  [loop-doall] {{.*}}after splitting it in the middle
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1 - i] + b[i];
}

static void pivot(int n, int k) {
  // CHECK: [[#@LINE+3]]:3 pivot: doall  [loop-doall] {{.*}}after splitting it at 'k'
  // CHECK: [[#@LINE+2]]:3 pivot: sequential  [carried-dependence]
  // CHECK: [[#@LINE+1]]:3 pivot: doall  [loop-doall] {{.*}}after splitting it at 'k'
  for (int i = 0; i < n; i++)
    b[i] = b[i] / b[k];
}

static void shifted(int n) {
  // The dependences cross many points.
  // CHECK: [[#@LINE+1]]:3 shifted: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    c[2 * i] = c[i] + 1;
  // CHECK-NOT: {{[0-9]+:[0-9]+ shifted: }}
}

int main(int argc, char **argv) {
  (void)argv;
  crossing(argc);
  pivot(argc, argc / 2);
  shifted(argc);
  return a[argc] + b[argc] + c[argc] > 0;
}
