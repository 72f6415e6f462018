// Parameters that point to arrays of a length that is a parameter too.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+2]]:3 transpose: doall
void transpose(int n, double (*restrict a)[n], double (*b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[j][i];
}
// CHECK: [[#@LINE+2]]:3 cube: doall
void cube(int n, int m, int l, double (*a)[m][l]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        a[i][j][k] *= 2;
}
// CHECK: [[#@LINE+2]]:3 inPlace: sequential
void inPlace(int n, double (*a)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = a[j][i];
}
