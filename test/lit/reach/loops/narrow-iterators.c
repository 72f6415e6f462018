// Iterators that might wrap around before they meet their bound: tested on entry.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
static int a[4000], b[4000];

static void tested(int n, unsigned from, unsigned to) {
  // CHECK: [[#@LINE+1]]:3 tested: doall {{.*}} if 'i' does not wrap around
  for (unsigned char i = 0; i < n; i++)
    a[i] = b[i];
  // CHECK: [[#@LINE+1]]:3 tested: doall {{.*}} if the loop meets its bound
  for (unsigned i = from; i != to; i++)
    a[i] = b[i];
  unsigned k = from;
  // CHECK: [[#@LINE+1]]:3 tested: doall {{.*}} if 'k' does not wrap around
  while (k <= to) {
    a[k] = b[k];
    k++;
  }
}

static void wraps(void) {
  // CHECK: [[#@LINE+1]]:3 wraps: sequential  [uncounted-loop]
  for (unsigned char i = 10; i <= 255; i++)
    a[i] = b[i];
}

int main(int argc, char **argv) {
  (void)argv;
  tested(argc, 3, (unsigned)argc);
  if (argc > 9)
    wraps();
  return 0;
}
