// What waits for memory, by two profiles of the same runs at two clocks: the
// loop that took as long at half the clock is planned at the low point, that
// which took twice as long, and what one core runs alone, is computing.
//
// RUN: rm -rf %t && mkdir %t
// RUN: sed -n 's,^// YAML: ,,p' %s > %t/two.yaml
// RUN: %hocketcc -O2 --soc=%t/two.yaml --profile-generate %s -o %t/x
// RUN: env HOCKET_PROFILE=%t/run %t/x
// RUN: %python %S/two-clocks.py %t/run 2000000 4000000 4000000 > %t/fast
// RUN: %python %S/two-clocks.py %t/run 1000000 8000000 4000000 > %t/slow
// RUN: %hocketcc -O2 --soc=%t/two.yaml --objective=energy --profile-use=%t/fast --profile-use=%t/slow -Rhocket=points-chosen --emit=%t/out %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=BOTH
// BOTH: :[[#WAITS:]]:3: remark: clocks for the region: all 1000 MHz: {{.*}} of the energy, 100 % of the time
// BOTH: :[[#WAITS+5]]:3: remark: clocks for the region: all 1000 MHz: {{.*}} of the energy, 200 % of the time
// BOTH: clocks for what one core runs alone: all 1000 MHz: {{.*}} of the energy, 200 % of the time
// RUN: cat %t/out/schedules/*.json | %FileCheck %s --check-prefix=PLAN
// Of 4 ms, half of it on each core.
// PLAN: "cost": [[HALF:(1999|2000).*]],
// PLAN-NEXT: "memory": [[HALF]],
// PLAN-NEXT: "name": "loop two-clocks.c:[[#]] [1/2]"
//
// Without the second one, all is computing.
// RUN: %hocketcc -O2 --soc=%t/two.yaml --objective=energy --profile-use=%t/fast -Rhocket=points-chosen %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=ONE
// ONE-NOT: 100 % of the time
//
// YAML: name: two
// YAML: core-types:
// YAML:   - {name: core, cpu: native, capacitance-pf: 300, static-mw: 1}
// YAML: clusters:
// YAML:   - {name: all}
// YAML: frequency-domains:
// YAML:   - {name: all, points: [{mhz: 1000, volts: 0.8}, {mhz: 2000, volts: 1.2}]}
// YAML: cores:
// YAML:   - {ids: 0-1, type: core, domain: all}
#include <stdio.h>

static double a[1000000], b[1000000];

__attribute__((noinline)) static void wait_for_memory(void) {
  for (int i = 0; i < 1000000; i++)
    a[i] = b[i];
}

__attribute__((noinline)) static void compute(void) {
  for (int i = 0; i < 1000000; i++)
    b[i] = a[i] / 3 + a[i] * a[i] / 7;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    wait_for_memory();
    compute();
    printf("%g\n", a[i] + b[i]);
  }
}
