// What a pointer may reach: each allocation apart, copies, members, arguments
// and results followed.
// RUN: %hocketcc -O2 --stop-after=analysis --print-after=analysis %s -o %t | %FileCheck %s
#include <stdlib.h>

struct pair {
  int *first, *second;
};
static int table[10], other[10];

static int *choose(int *a, int *b, int which) { return which ? a : b; }
static void swap(struct pair *p) {
  int *kept = p->first;
  p->first = p->second;
  p->second = kept;
}

// CHECK-LABEL: function main
int main(int argc, char **argv) {
  (void)argv;
  int *one = malloc(40), *two = malloc(40);
  // CHECK: 'one[0] = 1'
  // CHECK: W! {heap[[#ONE:]]@[[#@LINE-2]]} size 4
  one[0] = 1;
  // CHECK: 'two[0] = 2'
  // CHECK-NOT: heap[[#ONE]]@
  // CHECK: W! {heap[[#TWO:]]@[[#@LINE-6]]} size 4
  two[0] = 2;
  int *either = choose(one, table, argc);
  // CHECK: '*either = 3'
  // CHECK: W! {table, heap[[#ONE]]@{{[0-9]+}}} size 4
  *either = 3;
  struct pair p = {table, other};
  // CHECK: 'p.first[1] = 4'
  // CHECK: W! {table, other} size 4
  swap(&p);
  p.first[1] = 4;
  int *offset = other + argc;
  // CHECK: 'offset[1] = 5'
  // CHECK: W! {other} size 4
  offset[1] = 5;
  return 0;
}
