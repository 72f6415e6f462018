// A size that an argument of the program may replace is taken for its default:
// by a selection, or by an assignment under a condition. What a variable has
// before a value is read, 0 or 1, says nothing; nor does one that is counted up
// or doubled.
// RUN: %hocketcc -O2 --always-parallel --soc=generic-4 --stop-after=cost --print-after=cost %s -o %t | %FileCheck %s
#include <stdlib.h>
double a[1 << 22];

// CHECK-LABEL: region main
// CHECK: loop default-sizes.c:[[#@LINE+17]] [[LONG:[0-9]+]] ns
// CHECK: loop default-sizes.c:[[#@LINE+18]] [[LONG]] ns
// CHECK: loop default-sizes.c:[[#@LINE+19]] [[SHORT:[0-9]+]] ns
// CHECK: loop default-sizes.c:[[#@LINE+20]] [[SHORT]] ns
// CHECK: loop default-sizes.c:[[#@LINE+21]] [[SHORT]] ns
// CHECK: loop default-sizes.c:[[#@LINE+22]] [[LONG]] ns
int main(int argc, char **argv) {
  int chosen = argc > 1 ? atoi(argv[1]) : 1000000, replaced = 1000000;
  int read = 0, counted = 500000, doubled = 2;
  if (argc > 2)
    replaced = atoi(argv[2]);
  if (argc > 3)
    read = atoi(argv[3]);
  for (char *c = argv[0]; *c; c++)
    counted++;
  while (doubled < argc * 100)
    doubled *= 2;
  for (int i = 0; i < chosen; i++)
    a[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < replaced; i++)
    a[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < read; i++)
    a[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < counted; i++)
    a[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < doubled; i++)
    a[i] = a[i] * 0.5 + 1;
  for (int i = 0; i < read * 1000; i++)
    a[i] = a[i] * 0.5 + 1;
  return a[3] > 1;
}
