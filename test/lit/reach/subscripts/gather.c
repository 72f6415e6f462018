// Reads through an index array disturb nothing, if what is written is elsewhere:
// by the greatest and the least index, on entry.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

// CHECK: [[#@LINE+3]]:3 gather: doall {{.*}} do not overlap
// CHECK-NEXT: check {{.*}}x + [{{.*}}@index_min(index, {{.*}}@index_max(index,
void gather(int n, double *y, const double *x, const int *index) {
  for (int i = 0; i < n; i++)
    y[i] = x[index[i]];
}
// What is read may be what another iteration wrote.
// CHECK: [[#@LINE+2]]:3 inPlace: sequential  [non-affine-access] {{.*}} 'x[index[i]]'
void inPlace(int n, double *x, const int *index) {
  for (int i = 0; i < n; i++)
    x[i] = x[index[i]];
}
