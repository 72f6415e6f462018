// A pointer that moves more than once in an iteration.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static void swapBytes(unsigned char *restrict p, const unsigned char *restrict q, int n) {
  // CHECK: [[#@LINE+3]]:3 swapBytes: doall
  // CHECK-NEXT: induction 'p' += 3
  // CHECK-NEXT: induction 'q' += 3
  for (int i = 0; i < n; i++) {
    *p++ = q[2];
    *p++ = q[1];
    *p++ = q[0];
    q += 3;
  }
}

static void overlaps(unsigned char *p, int n) {
  // CHECK: [[#@LINE+1]]:3 overlaps: sequential  [carried-dependence] {{.*}} of the iteration before
  for (int i = 0; i < n; i++) {
    *p++ = 1;
    *p++ = 2;
    *p++ = 3;
    p--;
  }
}

unsigned char *make(int n);
int main(int argc, char **argv) {
  (void)argv;
  swapBytes(make(argc), make(argc), argc);
  overlaps(make(argc), argc);
  return 0;
}
