// SPDX-License-Identifier: Apache-2.0
// A program for a chip that was named has the chip's clocks, registers, idle
// states, cores and names as constants; one for this machine asks it when it
// runs. Cores are in the order of regions, kept ones last; those of one type
// and cluster are of one kind; and a core that threads share is none of the
// chip's.
//
// RUN: rm -rf %t && mkdir %t
// RUN: sed -n 's,^// YAML: \?,,p' %s > %t/board.yaml
// RUN: %hocketcc -O2 --soc=%t/board.yaml --cores=5 --emit=%t/dir %s -o %t/board
// RUN: %FileCheck %s --input-file=%t/dir/chip.c
// RUN: grep '#include "hocket/abi_chip.h"' %t/dir/chip.c
// RUN: nm %t/board | grep 'V __hocket_chip'
// RUN: env HOCKET_RESERVE=off HOCKET_POWER=off %t/board
// RUN: %hocketcc -O2 --soc=host --cores=2 --always-parallel %s -o %t/host
// RUN: nm %t/host | not grep 'V __hocket_chip'
//
// YAML: name: "a \"board\""
// YAML: compatible: ["maker,board", "maker,board-\"lite\""]
// YAML: core-types:
// YAML:   - name: slow
// YAML:     cpu: native
// YAML:     capacity: 0.5
// YAML:     midr: {implementer: 0x41, part: 0xd03}
// YAML:   - name: fast
// YAML:     cpu: native
// YAML:     idle-states:
// YAML:       - {name: WFI, entry-us: 1, exit-us: 2, break-even-us: 3.5, power-mw: 40}
// YAML: clusters:
// YAML:   - {name: all}
// YAML:   - {name: other}
// YAML: frequency-domains:
// YAML:   - name: slow
// YAML:     points: [{mhz: 100}]
// YAML:   - name: main
// YAML:     transition-us: 40
// YAML:     points:
// YAML:       - {mhz: 600, volts: 0.9}
// YAML:       - {mhz: 1200, volts: 1.05}
// YAML:     power:
// YAML:       backend: mmio
// YAML:       uio: clock-controller
// YAML:       registers:
// YAML:         - {sets: voltage, offset: 0x10, mask: 0xff, values: [0x20, 0x30], settle-us: 30}
// YAML:         - {sets: clock, offset: 0x04, mask: 0x7, values: [3, 0]}
// YAML: cores:
// YAML:   - {ids: 0, type: fast, cluster: all, domain: slow, for-os: true}
// YAML:   - {ids: 3, type: slow, cluster: all, domain: main}
// YAML:   - {ids: 1-2, type: fast, cluster: all, domain: main}
// YAML:   - {ids: 4, type: fast, cluster: other, domain: main}
//
// CHECK: static const unsigned hk_clock1[] = {1, 2, 3, 4};
// CHECK: static const unsigned hk_values1_0[] = {32u, 48u};
// CHECK: static const struct hk_power_register hk_registers1[] = {
// CHECK-NEXT: {16u, 255u, hk_values1_0, 30, 1},
// CHECK-NEXT: {4u, 7u, hk_values1_1, 0, 0},
// CHECK: {"WFI", 1000, 2000, 3500, 40000},
// CHECK: static const unsigned hk_kept[] = {0};
// CHECK: {"slow", hk_clock0, 1, hk_points0, 1, 0, 0, 0, 0, 0},
// CHECK-NEXT: {"main", hk_clock1, 4, hk_points1, 2, 40000, 3, "clock-controller", hk_registers1, 2},
// CHECK: static const struct hk_chip_core hk_cores[] = {
// CHECK-NEXT: {1, 0, 0, 0},
// CHECK-NEXT: {2, 0, 0, 0},
// CHECK-NEXT: {4, 1, 0, 0},
// CHECK-NEXT: {3, 2, 65, 3331},
// CHECK-NEXT: {0, 3, 0, 0},
// CHECK-NEXT: };
// CHECK-NEXT: static const char *const hk_machines[] = {
// CHECK-NEXT: "maker,board",
// CHECK-NEXT: "maker,board-\"lite\"",
// CHECK-NEXT: };
// CHECK: const struct hk_chip hk_program_chip =
// CHECK-NEXT: {{[{][{]}}"a \"board\"", hk_domains, 2, hk_idle, 1}, hk_kept, 1, hk_cores, 5, hk_machines, 2};
static double a[2000000];

int main(void) {
  for (int i = 0; i < 2000000; i++)
    a[i] = i * 0.5;
  return a[7] != 3.5;
}
