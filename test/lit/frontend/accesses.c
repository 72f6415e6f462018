// What statements do to memory: addresses in bytes, values as of entry.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o /dev/null | %FileCheck %s

struct point {
  double x, y;
};
double grid[10][20];

// CHECK-LABEL: function move(p, i, j)
void move(struct point *p, int i, int j) {
  // CHECK: `grid[i][j] = p[i].y`
  // CHECK: R double (p + (16 * i)) + 8 (8)
  // CHECK: W double (&grid + (160 * i)) + (8 * j) (8)
  grid[i][j] = p[i].y;
  // CHECK: `grid[0][i++] = j ? p->x : 0`
  // CHECK: W int &i (4) := i + 1
  // CHECK: R? double p (8)
  // CHECK: W double &grid + (8 * i) (8)
  grid[0][i++] = j ? p->x : 0;
}
