// Conditions that compare a sum with the iterator in it.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=codegen --print-after=codegen %s | %FileCheck %s --check-prefix=CODE
double a[1000], b[1000], t[100][100];

// CHECK: distances.c:[[#@LINE+3]]:3 ahead: doall [loop-doall]
// CODE: hk_trips({{[^;]*}}((long long)(n) - (d))
void ahead(int n, int d) {
  for (int i = 0; i + d < n; i++)
    a[i] = b[i] * 2;
}

// CHECK: distances.c:[[#@LINE+2]]:3 behind: doall [loop-doall]
void behind(int n, int d) {
  for (int i = 10; n >= i - d; i += 2)
    a[i] = b[i] * 2;
}

// CHECK: distances.c:[[#@LINE+2]]:3 down: doall [loop-doall]
void down(int n, int d) {
  for (int i = 900; d + i > n; i--)
    a[i] = b[i] * 2;
}

// Diagonals: each needs those before.
// CHECK: distances.c:[[#@LINE+4]]:3 diagonals: sequential
// CHECK: distances.c:[[#@LINE+4]]:5 diagonals: doall [loop-doall]
void diagonals(int n) {
  if (n > 100) n = 100;
  for (int d = 1; d < n; d++)
    for (int i = 0; i + d < n; i++)
      t[i][i + d] = t[i][i + d - 1] + t[i + 1][i + d];
}

// CHECK: distances.c:[[#@LINE+2]]:3 moving: sequential [uncounted-loop]
void moving(int n, int d) {
  for (int i = 0; i + d < n; i++) {
    a[i] = b[i] * 2;
    d += a[i] > 100;
  }
}

// The sum wraps where it is unsigned.
// CHECK: distances.c:[[#@LINE+2]]:3 wraps: sequential [uncounted-loop]
void wraps(unsigned n, unsigned d) {
  for (unsigned i = 0; i + d < n; i++)
    a[i] = b[i] * 2;
}
