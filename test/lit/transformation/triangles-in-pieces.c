// Half of a matrix, in an order in which pieces of its rows, jammed, begin
// where the piece or the triangle does: the loop around is cut so that each core
// gets long and short rows, both in the new order and in the user's.
// RUN: %hocketcc -O2 -ffp-contract=off --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s | %FileCheck %s
enum { width = 1200 };
double data[1400][width], cov[width][width];

__attribute__((noinline)) static void kernel(int m, int n,
                                             double (*data)[width],
                                             double (*cov)[width]) {
  // CHECK: region
  // CHECK-COUNT-8: loop triangles-in-pieces.c:[[#@LINE+3]] [{{[1-8]}}/8]
  // CHECK: region
  // CHECK-COUNT-8: loop triangles-in-pieces.c:[[#@LINE+1]] [{{[1-8]}}/8]
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i][j] = 0.0;
      for (int k = 0; k < n; k++)
        cov[i][j] += data[k][i] * data[k][j];
    }
}

int main(void) {
  kernel(1200, 1400, data, cov);
  return cov[1][1] + cov[2][3] > 9;
}
