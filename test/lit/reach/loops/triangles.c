// Inner loops whose bounds follow the outer: triangles, trapezoids, bands.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double g[100][100];

static void free(int n) {
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      g[i][j] = g[j][i];
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = 0; i < n; i++)
    for (int j = i > 5 ? i - 5 : 0; j < i + 5; j++)
      g[i][j] = 1;
  // CHECK: [[#@LINE+1]]:3 free: doall
  for (int i = n - 1; i >= 0; i--) {
    int j = i;
    while (j--)
      g[i][j] = g[i][j + 1];
  }
}

static void meet(int n) {
  // With the diagonal's neighbour: row i + 1 is read that the next writes.
  // CHECK: [[#@LINE+1]]:3 meet: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    for (int j = i > 0 ? i - 1 : 0; j < n; j++)
      g[i][j] = g[j][i];
}

int main(int argc, char **argv) {
  (void)argv;
  free(argc);
  meet(argc);
  return 0;
}
