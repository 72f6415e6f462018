// Bounds that are the smaller or larger of two, quotients and remainders.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4000];

static void free(int n, int m) {
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = n > 8 ? n : 8; i < (n + m < 2000 ? n + m : 2000); i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < n / 2; i++)
    a[i] = a[i + n / 2];
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = n & 15; i < 16; i++)
    a[i] = a[i + 16];
}

static void meet(int n, int m) {
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence]
  for (int i = 0; i < (n < m ? n : m); i++)
    a[i] = a[i + 5];
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence]
  for (int i = 0; i <= n / 2; i++)
    a[i] = a[i + n / 2];
}

int main(int argc, char **argv) {
  (void)argv;
  free(argc, 5);
  meet(argc, 5);
  return 0;
}
