// A variable that only some iterations assign keeps the value of the last one
// that did.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
double a[1000], b[1000];
int result[4];

static void parallel(int n) {
  int last = -1, pair = 0;
  // CHECK: [[#@LINE+3]]:3 parallel: doall
  // CHECK: private 'last' lastprivate if-assigned
  // CHECK: private 'pair' lastprivate if-assigned
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      last = i;
    a[i] > 1 && (pair = 2 * i);
    b[i] = a[i] / 2;
  }
  result[0] = last + pair;
}

static void sequential(int n) {
  int last = -1;
  // Here an iteration reads what an earlier one assigned.
  // CHECK: [[#@LINE+3]]:3 sequential: sequential  [scalar-carried] {{.*}}'last' carries a value
  // CHECK: note [[#@LINE+4]]:{{.*}} writes 'last'
  // CHECK-NOT: {{^ +private }}
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      last = i;
    b[i] = last;
  }
  result[1] = last;
}

int main(int argc, char **argv) {
  (void)argv;
  parallel(argc);
  sequential(argc);
  return result[0] + result[1];
}
