// The budget holds for functions that call themselves, too: what their calls
// touch is not found out with so few steps, and the remark says that.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket=fork-join -Rhocket-missed=ordered-parts --isl-budget=20 %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket=fork-join -Rhocket-missed=ordered-parts %s -o %t 2>&1 | %FileCheck %s --check-prefix=ENOUGH --implicit-check-not=remark:
static int a[1000];

static void bump(int *x, long n) {
  if (n < 16) {
    for (long i = 0; i < n; i++)
      x[i]++;
    return;
  }
  // CHECK: :[[#@LINE+2]]:3: remark: calls that 'bump' makes of itself stay in order: {{.*}} it was not found out in time what they touch
  // ENOUGH: :[[#@LINE+1]]:3: remark: 'bump' is recursive fork-join: 2 calls
  bump(x, n / 2);
  bump(x + n / 2, n - n / 2);
}

int main(void) {
  bump(a, 1000);
  return a[999] != 1;
}
