// Components of cells, written out: pairs of the same component meet in the
// same iterations, and isl is asked about these once.
// RUN: %hocketcc -O2 --no-fallback --isl-budget=200000 --print-after=polyhedral --stop-after=polyhedral %s | %FileCheck %s

static double q[40][41][41][8], f[40][41][41][8], r[40][41][41][8];
static int nx, ny, nz, first, last;

void rows(double w) {
  // CHECK: [[#@LINE+1]]:3 rows: doall
  for (int j = 1; j <= ny; j++)
    for (int k = 1; k <= nz - 2; k++) {
      for (int i = first; i <= last; i++)
        for (int m = 0; m < 8; m++)
          r[i][j][k][m] -= f[i + 1][j][k][m] - f[i - 1][j][k][m];
      int most = nx - 1;
      for (int i = first; i <= most; i++) {
        f[i][j][k][0] = w * (q[i][j][k][0] - q[i - 1][j][k][0]);
        f[i][j][k][1] = w * (q[i][j][k][1] - q[i - 1][j][k][1]);
        f[i][j][k][2] = w * (q[i][j][k][2] - q[i - 1][j][k][2]);
        f[i][j][k][3] = w * (q[i][j][k][3] - q[i - 1][j][k][3]);
        f[i][j][k][4] = w * (q[i][j][k][4] - q[i - 1][j][k][4]);
        f[i][j][k][5] = w * (q[i][j][k][5] - q[i - 1][j][k][5]);
        f[i][j][k][6] = w * (q[i][j][k][6] - q[i - 1][j][k][6]);
        f[i][j][k][7] = w * (q[i][j][k][7] - q[i - 1][j][k][7]);
      }
      for (int i = first; i <= last; i++) {
        r[i][j][k][0] += f[i + 1][j][k][0] - f[i][j][k][0] + r[i][j][k][0];
        r[i][j][k][1] += f[i + 1][j][k][1] - f[i][j][k][1] + r[i][j][k][1];
        r[i][j][k][2] += f[i + 1][j][k][2] - f[i][j][k][2] + r[i][j][k][2];
        r[i][j][k][3] += f[i + 1][j][k][3] - f[i][j][k][3] + r[i][j][k][3];
        r[i][j][k][4] += f[i + 1][j][k][4] - f[i][j][k][4] + r[i][j][k][4];
        r[i][j][k][5] += f[i + 1][j][k][5] - f[i][j][k][5] + r[i][j][k][5];
        r[i][j][k][6] += f[i + 1][j][k][6] - f[i][j][k][6] + r[i][j][k][6];
        r[i][j][k][7] += f[i + 1][j][k][7] - f[i][j][k][7] + r[i][j][k][7];
      }
      for (int m = 0; m < 8; m++) {
        r[1][j][k][m] -= 5.0 * q[1][j][k][m] - 4.0 * q[2][j][k][m];
        r[2][j][k][m] -= 4.0 * q[1][j][k][m] - 6.0 * q[2][j][k][m];
      }
    }
}

// The last component needs the row before.
void chained(double w) {
  // CHECK: [[#@LINE+1]]:3 chained: sequential
  for (int j = 1; j <= ny; j++)
    for (int k = 1; k <= nz - 2; k++) {
      for (int i = first; i <= last; i++)
        for (int m = 0; m < 8; m++)
          r[i][j][k][m] -= f[i + 1][j][k][m] - f[i - 1][j][k][m];
      int most = nx - 1;
      for (int i = first; i <= most; i++) {
        f[i][j][k][0] = w * (q[i][j][k][0] - q[i - 1][j][k][0]);
        f[i][j][k][1] = w * (q[i][j][k][1] - q[i - 1][j][k][1]);
        f[i][j][k][2] = w * (q[i][j][k][2] - q[i - 1][j][k][2]);
        f[i][j][k][3] = w * (q[i][j][k][3] - q[i - 1][j][k][3]);
        f[i][j][k][4] = w * (q[i][j][k][4] - q[i - 1][j][k][4]);
        f[i][j][k][5] = w * (q[i][j][k][5] - q[i - 1][j][k][5]);
        f[i][j][k][6] = w * (q[i][j][k][6] - q[i - 1][j][k][6]);
        f[i][j][k][7] = w * (q[i][j][k][7] - q[i - 1][j][k][7]);
      }
      for (int i = first; i <= last; i++) {
        r[i][j][k][0] += f[i + 1][j][k][0] - f[i][j][k][0] + r[i][j][k][0];
        r[i][j][k][1] += f[i + 1][j][k][1] - f[i][j][k][1] + r[i][j][k][1];
        r[i][j][k][2] += f[i + 1][j][k][2] - f[i][j][k][2] + r[i][j][k][2];
        r[i][j][k][3] += f[i + 1][j][k][3] - f[i][j][k][3] + r[i][j][k][3];
        r[i][j][k][4] += f[i + 1][j][k][4] - f[i][j][k][4] + r[i][j][k][4];
        r[i][j][k][5] += f[i + 1][j][k][5] - f[i][j][k][5] + r[i][j][k][5];
        r[i][j][k][6] += f[i + 1][j][k][6] - f[i][j][k][6] + r[i][j][k][6];
        r[i][j][k][7] += f[i + 1][j][k][7] - f[i][j][k][7] + r[i][j - 1][k][7];
      }
      for (int m = 0; m < 8; m++) {
        r[1][j][k][m] -= 5.0 * q[1][j][k][m] - 4.0 * q[2][j][k][m];
        r[2][j][k][m] -= 4.0 * q[1][j][k][m] - 6.0 * q[2][j][k][m];
      }
    }
}

int main(int argc, char **argv) {
  (void)argv;
  nx = ny = nz = argc * 30;
  first = argc;
  last = nx - 2;
  rows(argc);
  chained(argc);
  return r[argc][3][3][3] > 1;
}
