// A sum through a pointer, with a test on entry that it is not among the inputs;
// beside it the pointer that moves.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
void pointed(int *restrict sure, int *out, const int *x, const char *bytes,
             int n) {
  // CHECK: [[#@LINE+2]]:3 pointed: reduction {{.*}} over '*sure' (+)
  // CHECK-NOT: {{^ +check }}
  for (int i = 0; i < n; i++)
    *sure += x[i];
  // CHECK: [[#@LINE+2]]:3 pointed: reduction {{.*}} if 'bytes' and 'out' do not overlap
  // CHECK: check bytes + {{.*}} apart from out +
  for (int i = 0; i < n; i++)
    *out += bytes[i];
  // The target is another one in each iteration.
  // CHECK: [[#@LINE+1]]:3 pointed: sequential
  for (int i = 0; i < n; i++) {
    *out += x[i];
    out += x[i] & 1;
  }
}
