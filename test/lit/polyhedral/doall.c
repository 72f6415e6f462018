// Independent iterations: by element, by member, by row, by disjoint halves.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000], g[100][100];
struct point {
  double x, y;
} points[1000];

static void independent(int n) {
  // CHECK: [[#@LINE+1]]:3 independent: doall
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 independent: doall
  for (int i = 0; i < n; i++)
    points[i].x = points[i].y;
  // The members of one iteration are other bytes than those of the next.
  // CHECK: [[#@LINE+1]]:3 independent: doall
  for (int i = 1; i < n; i++)
    points[i].x = points[i - 1].y;
  // The triangle that is read is not the one that is written.
  // CHECK: [[#@LINE+1]]:3 independent: doall
  for (int i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 independent: doall
    for (int j = 0; j < i; j++)
      g[i][j] = g[j][i];
  // CHECK: [[#@LINE+1]]:3 independent: doall
  for (int i = 0; i < 499; i++)
    a[2 * i] = a[2 * i + 1];
  // CHECK: [[#@LINE+1]]:3 independent: doall
  for (int i = 0; i < 500; i++)
    a[i] = a[999 - i];
}

static void dependent(int n) {
  // CHECK: [[#@LINE+1]]:3 dependent: sequential  [carried-dependence] {{.*}} of the iteration before
  for (int i = 1; i < n; i++)
    points[i].x = points[i - 1].x;
  // CHECK: [[#@LINE+1]]:3 dependent: sequential  [carried-dependence] {{.*}} of the iteration before
  for (int i = 1; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 dependent: doall
    for (int j = 1; j < n; j++)
      g[i][j] = g[i - 1][j];
  // CHECK: [[#@LINE+1]]:3 dependent: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 dependent: doall
    for (int j = 0; j <= i; j++)
      g[j][i] = g[i][j] + g[j][j + 1];
  // CHECK: [[#@LINE+1]]:3 dependent: sequential  [carried-dependence]
  for (int i = 0; i < 501; i++)
    a[i] = a[999 - i];
}

int main(int argc, char **argv) {
  (void)argv;
  independent(argc);
  dependent(argc);
  return 0;
}
