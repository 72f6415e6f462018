// Waits only where a dependence crosses cores: neighbours' chunks within a sweep
// and around the time loop; none that another path implies.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s
#define N 2000
double a[N][N], b[N][N];

int main(int argc, char **argv) {
  (void)argv;
  // CHECK: region {{[0-9]+}} ns sequential, {{[0-9]+}} ns parallel
  // CHECK: level 1 by
  // CHECK-NEXT: core 0: {{.*}}{[[B0:[0-9]+]] loop waits.c:[[#@LINE+10]] [1/2]} {[[A0:[0-9]+]] loop waits.c:[[#@LINE+13]] [1/2]}
  // CHECK-NEXT: core 1: {{.*}}{[[B1:[0-9]+]] loop waits.c:[[#@LINE+9]] [2/2]} {[[A1:[0-9]+]] loop waits.c:[[#@LINE+12]] [2/2]}
  // Each half needs the other's border; what one core does itself comes in order,
  // so four waits are all there are.
  // CHECK-NEXT: wait [[B0]] -> [[A1]]{{$}}
  // CHECK-NEXT: wait [[B1]] -> [[A0]]{{$}}
  // CHECK-NEXT: wait [[A0]] -> [[B1]] across the loop
  // CHECK-NEXT: wait [[A1]] -> [[B0]] across the loop
  // CHECK-NOT: {{^ +wait }}
  for (int t = 0; t < argc * 10; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = a[i - 1][j] + a[i + 1][j];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i - 1][j] * 0.5;
  }
  return a[3][4] != 0;
}
