// A profile that tells how fast each core was: the compiler cuts by it, in the
// order of the speeds, if it is of the same chip; the profiled program keeps it;
// and a trace with its plan adds it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --profile-generate=x.hkprof %s -o x
// RUN: ./x
// RUN: %python -c "t = open('x.hkprof').read(); open('x.hkprof', 'w').write(t[:t.rindex('}')] + ',\n \"cores\": [' + ', '.join('{\"core\": %%d, \"speed\": %%g}' %% s for s in ((0, 0.5), (1, 1), (2, 0.25), (3, 0.25))) + ']}\n')"
// RUN: %hocketcc -O2 --soc=generic-4 --profile-use=x.hkprof --stop-after=scheduling --print-after=taskgraph %s | %FileCheck %s
// RUN: %hocketcc -O2 --soc=odroid-xu4 --cores=2 --profile-use=x.hkprof --stop-after=scheduling --print-after=taskgraph %s | %FileCheck %s --check-prefix=OTHER
//
// Counted once more, with the speeds.
// RUN: ./x
// RUN: %FileCheck %s --check-prefix=KEPT < x.hkprof
// KEPT: "runs": 2,
// KEPT: "cores": [{"core": 0, "speed": 0.5}, {"core": 1, "speed": 1}, {"core": 2, "speed": 0.25}, {"core": 3, "speed": 0.25}]}
//
// What the report tells of cores, and the program for them.
// RUN: %hocketcc -O2 --soc=generic-4 --profile-use=x.hkprof --report=x.json --emit=dir %s -o x
// RUN: %python -c "import json; r = json.load(open('x.json')); assert r['core_list'] == [{'id': 1, 'speed': 1}, {'id': 0, 'speed': .5}, {'id': 2, 'speed': .25}, {'id': 3, 'speed': .25}] and r['chip'] == 'generic-4', r['core_list']"
// RUN: %FileCheck %s --check-prefix=CORES < dir/core-speeds.c
// CORES: hk_chip_core hk_cores[] = {
// CORES-NEXT: {1, 0, 0, 0},
// CORES-NEXT: {0, 1, 0, 0},
// CORES-NEXT: {2, 2, 0, 0},
#include <stdio.h>
static double a[1000000];
int main(void) {
  // CHECK: chunks cuts 0 4 6 7 8 loop core-speeds.c:[[#@LINE+2]]
  // OTHER-NOT: cuts
  for (int i = 0; i < 1000000; i++)
    a[i] = 1.0 / (i + 1) + 1.0 / (i + 2);
  printf("%g\n", a[7]);
}
