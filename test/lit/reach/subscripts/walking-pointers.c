// Pointers that walk: each iteration has its own place.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static void copies(double *p, const double *q, int n) {
  // CHECK: [[#@LINE+2]]:3 copies: doall {{.*}} if '[[FIRST:.]]' and '[[SECOND:.]]' do not overlap
  // CHECK: check [[FIRST]] + [0LL, {{.*}} apart from [[SECOND]] + [0LL,
  while (n--)
    *p++ = *q++ * 2;
}

static void fills(char *restrict p, const char *restrict q, unsigned n) {
  // CHECK: [[#@LINE+3]]:3 fills: doall
  // CHECK-NEXT: induction 'p' += 1
  // CHECK-NEXT: induction 'q' += 1
  for (unsigned i = 0; i < n; i++)
    *p++ = *q++;
}

static void shifts(double *p, int n) {
  // CHECK: [[#@LINE+1]]:3 shifts: sequential  [carried-dependence] {{.*}} depends on {{.*}} of the iteration before
  while (n--) {
    double *next = p + 1;
    *next = *p++;
  }
}

static void jumps(double *p, const int *by, int n) {
  // CHECK: [[#@LINE+1]]:3 jumps: sequential  [scalar-carried] {{.*}} 'p' carries a value
  for (int i = 0; i < n; i++) {
    *p = i;
    p += by[i];
  }
}

double *make(int n);
int main(int argc, char **argv) {
  (void)argv;
  copies(make(argc), make(argc + 1), argc);
  fills((char *)make(argc), (char *)make(argc + 1), (unsigned)argc);
  shifts(make(argc), argc);
  jumps(make(argc), (int *)make(argc), argc);
  return 0;
}
