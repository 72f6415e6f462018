// What each iteration writes before it reads it: a copy for each chunk, and the
// last value where somebody wants it.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000], g[100][100];
int k[1000];

static void scalars(int n) {
  double t;
  int j, v = 0;
  // CHECK: [[#@LINE+4]]:3 scalars: doall
  // CHECK-DAG: private 't'{{$}}
  // CHECK-DAG: private 'j' lastprivate
  // CHECK: [[#@LINE+3]]:5 scalars:
  for (int i = 0; i < n; i++) {
    t = b[i];
    for (j = 0; j < 10; j++)
      t += j;
    a[i] = t;
  }
  k[0] = j;
  // CHECK: [[#@LINE+2]]:3 scalars: doall
  // CHECK-NEXT: private 'v' lastprivate
  for (int i = 0; i < 100; i++) {
    v = k[i] * 2;
    a[i] = v;
  }
  k[5] = v;
  // Written in some iterations only: each chunk notes whether it wrote.
  // CHECK: [[#@LINE+2]]:3 scalars: doall
  // CHECK-NEXT: private 'v' lastprivate if-assigned
  for (int i = 0; i < 100; i++)
    if (a[i] > 0)
      v = i;
  k[6] = v;
}

static void arrays(int n) {
  double row[100];
  // CHECK: [[#@LINE+2]]:3 arrays: doall
  // CHECK: private 'row'
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 100; j++)
      row[j] = b[j] * i;
    for (int j = 0; j < 100; j++)
      g[i][j] = row[99 - j];
  }
  // The last element comes from the iteration before.
  // CHECK: [[#@LINE+1]]:3 arrays: sequential  [carried-dependence]
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 99; j++)
      row[j] = b[j] * i;
    for (int j = 0; j < 100; j++)
      g[i][j] = row[99 - j];
    row[99] = i;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  scalars(argc);
  arrays(argc);
  return 0;
}
