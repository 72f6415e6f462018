// Called functions whose data chunks cannot have for themselves.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
static int a[1000];
static long total;
static void count(int x) {
  typedef long number;
  static number sum; // cannot stand in front of the function
  sum += x;
}
static void __attribute__((section("apart"))) elsewhere(int x) { total += x; }

int main(int argc, char **argv) {
  // CHECK: [[#@LINE+3]]:3: remark: loop stays sequential: chunks would need clones of 'count' that work on their own data, but 'count' keeps 'sum' [-Rhocket-missed=callee-state]
  // CHECK: [[#@LINE+3]]:5: note: called here
  // CHECK: help: pass the data by argument, or keep it in a variable at file scope
  for (int i = 0; i < argc; i++)
    count(a[i]);
  // CHECK: [[#@LINE+2]]:3: remark: loop stays sequential: {{.*}} [-Rhocket-missed=carried-dependence]
  // CHECK: note: chunks have no copy of 'total', for 'elsewhere' has attributes
  for (int i = 0; i < argc; i++)
    elsewhere(a[i]);
  printf("%ld\n", total);
}
