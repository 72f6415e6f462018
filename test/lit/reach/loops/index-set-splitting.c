// Dependences that all cross one point of the iterations: before it and behind
// it the loop is parallel.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000], c[2000];
int d[500][500], e[500][500];

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

// Shortest paths: row k is read by all others and may be written by itself.
// Iterations may be left by `continue`, and what is stored may be the lesser.
static void paths(int n) {
  for (int k = 0; k < n; k++)
    // CHECK: [[#@LINE+3]]:5 paths: doall  [loop-doall] {{.*}}after splitting it at 'k'
    // CHECK: [[#@LINE+2]]:5 paths: sequential  [carried-dependence]
    // CHECK: [[#@LINE+1]]:5 paths: doall  [loop-doall] {{.*}}after splitting it at 'k'
    for (int i = 0; i < n; i++) {
      int first = d[i][k];
      if (first > 1000000)
        continue;
      for (int j = 0; j < n; j++)
        if (first + d[k][j] < d[i][j])
          d[i][j] = first + d[k][j];
    }
}

static void two(int n, int m) {
  // Two rows are read by all: no one point parts the iterations.
  for (int k = 0; k < n; k++)
    // CHECK: [[#@LINE+1]]:5 two: sequential  [carried-dependence]
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (e[k][j] + e[m][j] < e[i][j])
          e[i][j] = e[k][j] + e[m][j];
  // CHECK-NOT: {{[0-9]+:5 two: doall}}
}

int main(int argc, char **argv) {
  (void)argv;
  crossing(argc);
  pivot(argc, argc / 2);
  shifted(argc);
  paths(argc);
  two(argc, argc / 2);
  return a[argc] + b[argc] + c[argc] + d[argc][0] + e[argc][0] > 0;
}
