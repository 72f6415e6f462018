// The macro-task graph with its conditions: solid edges for data, dotted ones
// for control that leave a branch at a circle, arcs where several meet.
// RUN: %hocketcc -O2 --soc=generic-4 --report=%t.html --report=%t.json %s -o %t
// RUN: %FileCheck %s < %t.html
// RUN: %FileCheck %s --check-prefix=JSON < %t.json
#include <stdio.h>
static unsigned a[64], b[64], c[64], d[64], e[64];

static void count(unsigned *h, unsigned seed, const unsigned *from) {
  for (int t = 0; t < 300000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 64] += (seed & 7) + from[seed % 64];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  count(a, argc, e);
  if (argc > 0) {
    count(b, 3, e);
    count(c, 4, a);
  } else {
    count(d, 5, e);
  }
  count(b, 6, d);
  printf("%u %u %u %u\n", a[7], b[7], c[7], d[7]);
  return 0;
}
// CHECK: macro-task graph, 6 macro-tasks</summary>
// CHECK: aria-label="macro-task graph of region"
// CHECK-DAG: class="e control"{{.*}}<title>2_t → 3</title>
// CHECK-DAG: class="e data"{{.*}}<title>1 → 4</title>
// CHECK-DAG: class="e control"{{.*}}<title>2_t → 4</title>
// CHECK-DAG: class="e control"{{.*}}<title>2_f → 5</title>
// CHECK-DAG: class="e data"{{.*}}<title>3 → 6</title>
// CHECK-DAG: class="e control"{{.*}}<title>2_f → 6</title>
// CHECK: >2 BB</text>
// CHECK: <circle class="decision"
// CHECK: <path class="arc and"
// CHECK: <path class="arc or"
// CHECK: earliest executable condition</th>
// CHECK: <code>1 AND 2_t</code>
// JSON: "macro_tasks": [
// JSON: "number": 4,
// JSON-NEXT: "block": "SB",
// JSON: "branch": false,
// JSON-NEXT: "condition": "1 AND 2_t",
// JSON-NEXT: "control": [
// JSON-NEXT: {
// JSON-NEXT: "branch": 2,
// JSON-NEXT: "side": "then"
// JSON: "data": [
// JSON-NEXT: {
// JSON-NEXT: "task": 1,
