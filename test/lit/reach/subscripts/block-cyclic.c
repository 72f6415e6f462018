// Quotients, remainders and shifts by constants.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static double a[4000], b[4][1000], c[1000][4];
// CHECK: [[#@LINE+3]]:3 interleaved: doall
// CHECK: [[#@LINE+4]]:3 interleaved: doall
static void interleaved(int n) {
  for (int i = 0; i < n; i++)
    a[2 * i] = a[2 * i + 1];
  for (int i = 0; i < n; i++)
    a[i << 2] = a[4 * i + 3];
}
// CHECK: [[#@LINE+3]]:3 cyclic: doall
// CHECK: [[#@LINE+4]]:3 cyclic: doall
static void cyclic(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    b[i % 4][i / 4] = i;
  for (unsigned i = 0; i < n; i++)
    c[i >> 2][i & 3] = i;
}
// Two iterations have one element.
// CHECK: [[#@LINE+3]]:3 halves: sequential
// CHECK: [[#@LINE+4]]:3 halves: sequential
static void halves(int n) {
  for (int i = 0; i < n; i++)
    a[i / 2] = i;
  for (int i = 0; i < n; i++)
    a[i >> 1] += i;
}
// For negative numbers, quotients towards zero meet.
// CHECK: [[#@LINE+2]]:3 negative: sequential
static void negative(int n) {
  for (int i = -n; i < 2 * n; i++)
    b[(i % 4 + 4) % 4][i / 4 + 500] = i;
}
int main(int argc, char **argv) {
  (void)argv;
  interleaved(argc);
  cyclic((unsigned)argc);
  halves(argc);
  negative(argc);
  return (int)(a[1] + b[1][1] + c[1][1]);
}
