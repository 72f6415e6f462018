// SPDX-License-Identifier: Apache-2.0
// The numbers of a spec's cores reach the threads: where two processors of this
// machine are called unlike, the fast one has core 0, whichever it is.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/two_unlike.py %s %t
// RUN: %hocketcc -O2 --soc=%t/up.yaml --always-parallel %s -o %t/up
// RUN: %hocketcc -O2 --soc=%t/down.yaml --always-parallel %s -o %t/down
// RUN: sh %t/run up 2>&1 | %FileCheck %s --check-prefix=UP
// RUN: sh %t/run down 2>&1 | %FileCheck %s --check-prefix=DOWN
// UP: hocket: core 0 is on processor [[FIRST:[0-9]+]]{{$}}
// UP-NEXT: hocket: core 1 is on processor [[SECOND:[0-9]+]]{{$}}
// UP: [[FIRST]] before [[SECOND]]
// DOWN: hocket: core 0 is on processor [[SECOND:[0-9]+]]{{$}}
// DOWN-NEXT: hocket: core 1 is on processor [[FIRST:[0-9]+]]{{$}}
// DOWN: [[FIRST]] before [[SECOND]]
//
// YAML: name: two
// YAML: core-types:
// YAML:   - {name: fast, cpu: native}
// YAML:   - {name: slow, cpu: native, capacity: 0.9}
// YAML: clusters:
// YAML:   - {name: all}
// YAML: frequency-domains:
// YAML:   - {name: all, points: [{mhz: 2000}]}
// YAML: cores:
// YAML:   - {ids: FAST, type: fast}
// YAML:   - {ids: SLOW, type: slow}
static double a[2000000];

int main(void) {
  for (int i = 0; i < 2000000; i++)
    a[i] = i * 0.5;
  return a[7] != 3.5;
}
