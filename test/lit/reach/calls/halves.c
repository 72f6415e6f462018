// Calls as tasks: two on different parts of one array need no order.
// RUN: %hocketcc -O2 --always-parallel --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
double a[4096], b[4096];

static void smooth(double *v, int from, int to) {
  for (int k = 0; k < 20; k++)
    for (int i = from + 1; i < to; i++)
      v[i] = v[i] * 0.5 + v[i - 1] * 0.25;
}

// CHECK: region apart
// CHECK: task 1 whole call
// CHECK-NOT: ->
void apart(int n) {
  smooth(a, 0, n / 2);
  smooth(a, n / 2, n);
}

// CHECK: region overlapping
// CHECK: 0 -> 1 flow 'a' same-iteration
void overlapping(int n) {
  smooth(a, 0, n / 2 + 1);
  smooth(a, n / 2, n);
}

// CHECK: region several
// CHECK: task 4 whole call
// CHECK-NEXT: 3 -> 4 flow 'a' same-iteration
// CHECK-NOT: ->
void several(void) {
  smooth(a, 0, 1000);
  smooth(a, 1000, 2000);
  smooth(b, 0, 1000);
  smooth(a, 2000, 3001);
  smooth(a, 3000, 4000);
}
