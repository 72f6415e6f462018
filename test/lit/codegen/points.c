// SPDX-License-Identifier: Apache-2.0
// Clocks that follow a plan: tables for each region and for what one core runs
// alone, in programs that have an objective or a deadline; and what the program
// does by them.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --objective=energy --emit=%t/energy %s -o %t/energy.out
// RUN: %FileCheck %s --check-prefix=ENERGY --input-file=%t/energy/points.c
// ENERGY: #include "hocket/abi_points.h"
// ENERGY: static const unsigned char hk_alone_at[] = {
// ENERGY-NEXT: 1,
// ENERGY-NEXT: };
// ENERGY-NEXT: hk_alone_stretch[] = {2.00000f};
// ENERGY: const struct hk_prices hk_program_prices = {1, 1, 0, &hk_alone_points, &hk_together_points, 0};
// ENERGY: static struct hk_points [[REGION:hk_[a-z]+_1]]_points = {[[REGION]]_at, [[REGION]]_stretch, 0, 0, 0};
// ENERGY: return hk_run_at(&[[REGION]]_region, hk_f, &[[REGION]]_points);
//
// By name of the linker; the clocks are at their plan's points while it runs,
// and back at the end.
// RUN: nm %t/energy.out | grep 'V __hocket_prices'
// RUN: env HOCKET_POWER=sim HOCKET_TRACE=%t/energy.json %t/energy.out
// RUN: grep -o '"kHz":[0-9]*' %t/energy.json | uniq | %FileCheck %s --check-prefix=CLOCKS
// CLOCKS: "kHz":1000000
//
// Without an objective there is no plan, and a region is entered as ever.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --emit=%t/plain %s -o %t/plain.out
// RUN: not grep -E 'prices|points\.h|run_at' %t/plain/points.c
//
// A deadline needs the prices between.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -DDEADLINE --emit=%t/deadline %s -o %t/deadline.out
// RUN: %FileCheck %s --check-prefix=DEADLINE --input-file=%t/deadline/points.c
// DEADLINE: hk_alone_at[] = {
// DEADLINE-NEXT: 3,
// DEADLINE: {{^ *}}1,
// DEADLINE-NEXT: };
// DEADLINE: hk_alone_stretch[] = {1.00000f, {{.*}}, 2.00000f};
// DEADLINE: {"points.c:{{[0-9]+}} main", 1000000ULL, 0, 0, 0};
// DEADLINE: __hocket_turn(&__hocket_deadline1);
// RUN: env HOCKET_POWER=sim HOCKET_RESERVE=off HOCKET_VERBOSE=1 %t/deadline.out 2>&1 | %FileCheck %s --check-prefix=TURNS
// TURNS: points.c:{{[0-9]+}} main: 9 iterations with a deadline have ended, {{[0-9]+}} late
//
// On this machine the period is kept, but no clock is planned.
// RUN: %hocketcc -O2 --soc=host --cores=2 -DDEADLINE %s -o %t/host.out 2>&1 | count 0
// RUN: nm %t/host.out | not grep 'V __hocket_prices'
// RUN: env HOCKET_VERBOSE=1 %t/host.out 2>&1 | %FileCheck %s --check-prefix=TURNS
//
// A program with nothing in parallel has a plan, too.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=1 -DDEADLINE %s -o %t/one.out
// RUN: nm %t/one.out | grep 'V __hocket_prices'
// RUN: env HOCKET_POWER=sim HOCKET_VERBOSE=1 %t/one.out 2>&1 | %FileCheck %s --check-prefix=TURNS
#include <stdio.h>

static double a[100000];

static void scale(double by) {
  for (int i = 0; i < 100000; i++)
    a[i] = a[i] * by + i;
}

int main(void) {
#ifdef DEADLINE
#pragma hocket deadline(1ms)
#endif
  for (int t = 0; t < 10; t++) {
    scale(t);
    if (a[7] < 0)
      puts("negative");
  }
  return 0;
}
