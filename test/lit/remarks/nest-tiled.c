// RUN: %hocketcc -O2 --stop-after=polyhedral --soc=generic-4 --cores=2 -Rhocket=nest-tiled %s 2>&1 | %FileCheck %s
int a[300][300], b[300][300];

__attribute__((noinline)) void smooth(int steps, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop nest runs in tiles of 16 x 32 iterations, and cores divide those of a wavefront [-Rhocket=nest-tiled]
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = a[i][j] + a[i - 1][j] + a[i + 1][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = b[i][j];
  }
}

int main(int argc, char **argv) {
  smooth(100 * argc, 300);
  return a[3][5];
}
