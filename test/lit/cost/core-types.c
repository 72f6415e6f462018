// A chip with unlike cores: each has its own cost, and the small one is slower.
// RUN: %hocketcc -O2 --always-parallel --soc=odroid-xu4 --stop-after=cost --print-after=cost %s -o %t > %t.txt
// RUN: %FileCheck %s < %t.txt
// RUN: %python -c "import re; ns = [int(n) for n in re.findall(r'(\d+) ns', open(r'%t.txt').read())]; assert len(ns) >= 4 and max(ns) > 1.3 * min(ns), ns"
double a[100000];
int main(void) {
  // CHECK: region main
  // CHECK-NEXT: task 0 loop core-types.c:[[#@LINE+1]] {{([0-9]+ ns ?){4,8}$}}
  for (int i = 0; i < 100000; i++)
    a[i] = i * 3;
  return a[5] != 15;
}
