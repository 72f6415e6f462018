// Subscripts with / and % and shifts by constants.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4000], m[40][100];

static void free(int n) {
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < n; i++)
    a[i] = b[i / 2] + b[i % 4] + b[i >> 3] + b[i & 15];
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < n; i++)
    m[i / 100][i % 100] = b[i];
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < n; i++) {
    a[i << 1] = b[i];
    a[2 * i + 1] = 0;
  }
}

static void meet(int n) {
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence] {{.*}} of the iteration before
  for (int i = 0; i < n; i++)
    a[i / 2] = b[i];
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    m[i / 101][i % 100] = b[i];
}

int main(int argc, char **argv) {
  (void)argv;
  free(argc);
  meet(argc);
  return 0;
}
