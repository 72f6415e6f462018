// Loops whose iterations grow or shrink are cut into several chunks for each
// core, and each core gets long and short ones.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s | %FileCheck %s --check-prefix=SMALL
#define N 2000
double a[N][N], b[N][N], sums[N];

int main(void) {
  // CHECK: core 0: {{.*}}loop unequal-work.c:[[#@LINE+4]] [8/8]
  // CHECK-SAME: loop unequal-work.c:[[#@LINE+3]] [{{[123]}}/8]
  // CHECK: core 1: {{.*}}loop unequal-work.c:[[#@LINE+2]] [7/8]
  // CHECK-SAME: loop unequal-work.c:[[#@LINE+1]] [{{[123]}}/8]
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 3 + j;
  // The difference is too small to matter.
  // SMALL: loop unequal-work.c:[[#@LINE+1]] [1/2]
  for (int i = 0; i < N; i++)
    for (int j = i / 20; j < N; j++)
      b[i][j] = b[i][j] * 3 + j;
  return a[1][1] + b[2][3] > 9;
}
