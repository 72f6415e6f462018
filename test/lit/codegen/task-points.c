// SPDX-License-Identifier: Apache-2.0
// Cores that ask for other points from task to task: the second core of this
// chip has two thirds of the work of the first, which neither of its points
// stretches to the same time, so its clock goes down once it is done.
//
// RUN: rm -rf %t && mkdir %t
// RUN: sed -n 's,^// YAML: ,,p' %s > %t/two.yaml
// RUN: %hocketcc -O2 --soc=%t/two.yaml --always-parallel --objective=time -Rhocket=points-chosen --emit=%t/out %s -o %t/x 2>&1 | %FileCheck %s --check-prefix=REMARK
// REMARK: clocks for the region: first 2000 MHz, second 2000 MHz: {{[0-9]+}} % of the energy, 100 % of the time, with changes from task to task
// RUN: %FileCheck %s --input-file=%t/out/task-points.c
// CHECK: hk_main_1_core0(
// CHECK-NOT: hk_wish(
// CHECK: hk_main_1_core1(
// CHECK: hk_end_task(hk_core);
// CHECK-NEXT: hk_wish(hk_core, 3);
// CHECK: static const unsigned short hk_main_1_first[] = {0, 2};
// CHECK: static const unsigned char hk_main_1_wished[] = {
// CHECK-NEXT: 1, 1, 1, 0,
// CHECK: static struct hk_points hk_main_1_points = {hk_main_1_at, hk_main_1_stretch, 0, 0, &hk_main_1_wishes};
//
// Not where a change takes too long.
// RUN: sed 's/transition-us: 1,/transition-us: 1000000,/' %t/two.yaml > %t/slow.yaml
// RUN: %hocketcc -O2 --soc=%t/slow.yaml --always-parallel --objective=time --emit=%t/slow %s -o %t/x
// RUN: not grep hk_wish %t/slow/task-points.c
//
// YAML: name: two
// YAML: core-types:
// YAML:   - {name: core, cpu: native, capacitance-pf: 300, idle-states: [{name: halt, power-mw: 1}]}
// YAML: clusters:
// YAML:   - {name: all}
// YAML: frequency-domains:
// YAML:   - {name: first, transition-us: 1, points: [{mhz: 1000, volts: 0.8}, {mhz: 2000, volts: 1.2}]}
// YAML:   - {name: second, transition-us: 1, points: [{mhz: 1000, volts: 0.8}, {mhz: 2000, volts: 1.2}]}
// YAML: cores:
// YAML:   - {ids: 0, type: core, domain: first}
// YAML:   - {ids: 1, type: core, domain: second}
#include <stdio.h>

int main(int argc, char **argv) {
  double a = argc, b = argc;
  for (int i = 0; i < 3000000; i++)
    a = a * 0.99 + i;
  for (int i = 0; i < 2000000; i++)
    b = b * 0.98 + i;
  printf("%g %g\n", a, b);
  return 0;
}
