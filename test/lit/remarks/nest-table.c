// RUN: %hocketcc -O2 -ffp-contract=off --stop-after=polyhedral --soc=generic-4 --cores=2 -Rhocket=nest-table %s 2>&1 | %FileCheck %s
double x[500][300], y[500][300], p[500][500];

__attribute__((noinline)) void products(int n, int m) {
  // CHECK: [[#@LINE+1]]:3: remark: loop nest reads 'y[j][k]' from a table, a copy made before it, along 'j' [-Rhocket=nest-table]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += x[i][k] * y[j][k];
      p[i][j] = s;
    }
}

int main(int argc, char **argv) {
  products(499 + argc, 300);
  return p[3][5] != 0;
}
