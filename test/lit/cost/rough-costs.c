// --rough-costs guesses from the source: what the core type is and how well the
// compiler does count for nothing, and no body is compiled.
// RUN: %hocketcc -O2 --always-parallel --soc=generic-4 --rough-costs --stop-after=cost --print-after=cost %s -o %t | grep '^  task' > %t.first
// RUN: %hocketcc -O0 --always-parallel --soc=generic-4 --rough-costs --stop-after=cost --print-after=cost %s -o %t | grep '^  task' > %t.second
// RUN: diff %t.first %t.second
// RUN: %FileCheck %s < %t.first
// RUN: %hocketcc -O2 --always-parallel --soc=generic-4 --stop-after=cost --print-after=cost %s -o %t | grep '^  task' > %t.exact
// RUN: not diff %t.first %t.exact
// RUN: %hocketcc -O2 --always-parallel --rough-costs %s -o %t && %t
static double a[100000], b[100000];

int main(void) {
  // CHECK: task {{[0-9]+}} loop rough-costs.c:[[#@LINE+1]] {{[0-9]+}} ns
  for (int i = 0; i < 100000; i++)
    a[i] = b[i] / 3 + i;
  return a[99999] != 99999;
}
