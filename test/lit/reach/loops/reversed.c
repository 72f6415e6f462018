// Downwards, with strides.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4000];

static void free(int n) {
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[n - 1 - i];
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = n - 2; i >= 0; i -= 2)
    a[i] = a[i + 1];
  int i = n;
  // CHECK: [[#@LINE+1]]:3 free: doall
  while ((i -= 3) >= 0)
    a[i] = a[i + 1] + a[i + 2];
}

static void meet(int n) {
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence] {{.*}} of the iteration before
  for (int i = n - 2; i >= 0; i--)
    a[i] = a[i + 1];
  int i = n;
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence] {{.*}} of the iteration before
  while ((i -= 3) >= 0)
    a[i] = a[i + 3];
}

int main(int argc, char **argv) {
  (void)argv;
  free(argc);
  meet(argc);
  return 0;
}
