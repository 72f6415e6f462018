// Loops that a pointer counts.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double sums[4000];

static void until(const double *p, const double *end) {
  double *out = sums;
  // CHECK: [[#@LINE+1]]:3 until: doall
  while (p < end)
    *out++ = *p++ + 1;
}

static void upTo(double *p, double *end) {
  // CHECK: [[#@LINE+1]]:3 upTo: doall {{.*}} if the loop meets its bound
  for (; p != end; p++)
    *p = 0;
}

static void counted(double *p, int n) {
  // CHECK: [[#@LINE+1]]:3 counted: doall
  for (double *q = p; q < p + n; q += 2)
    q[0] = q[1];
}

static void meets(double *p, double *end) {
  // CHECK: [[#@LINE+1]]:3 meets: sequential  [carried-dependence] {{.*}} of the iteration before
  for (; p < end; p++)
    p[1] = p[0];
}

static void terminated(const char *s) {
  double *out = sums;
  // CHECK: [[#@LINE+1]]:3 terminated: sequential  [uncounted-loop]
  while (*s++)
    *out++ = *s;
}

double *make(int n);
int main(int argc, char **argv) {
  double *p = make(argc);
  until(p, p + argc);
  upTo(p, p + argc);
  counted(p, argc);
  meets(p, p + argc);
  terminated(argv[0]);
  return 0;
}
