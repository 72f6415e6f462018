// Parameters in array form.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+2]]:3 apart: doall {{.*}} its iterations are independent{{$}}
void apart(int n, double to[restrict n][n], double from[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i][j] = from[j * j % n][i];
}
// Without restrict they may be one array.
// CHECK: [[#@LINE+2]]:3 together: doall {{.*}} do not overlap
void together(int n, double to[n], double from[n]) {
  for (int i = 0; i < n; i++)
    to[i] = from[n - 1 - i];
}
