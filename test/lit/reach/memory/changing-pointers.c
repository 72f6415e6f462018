// Pointers that change places in a time loop: no test on entry can tell what
// they lead to later, so each chunk makes it; where it fails the first chunk
// runs the loop as it is.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=taskgraph --print-after=taskgraph %s -o %t 2>&1 | %FileCheck %s --check-prefix=GRAPH
// RUN: rm -rf %t.dir && %hocketcc -O2 --soc=generic-4 --cores=2 --emit=%t.dir %s -o %t
// RUN: %FileCheck %s --check-prefix=EMIT --input-file=%t.dir/changing-pointers.c
enum { N = 100000 };
double one[N], other[N];

static void swapped(int n, double *old, double *new) {
  // CHECK: changing-pointers.c:[[#@LINE+3]]:3: remark: region of
  // CHECK: changing-pointers.c:[[#@LINE+3]]:5: remark: loop is DOALL: its iterations are independent if 'old' and 'new' do not overlap
  // GRAPH: task {{[0-9]+}} chunks tested loop changing-pointers.c:[[#@LINE+2]]
  for (int t = 0; t < n; t++) {
    for (int i = 1; i < N - 1; i++)
      new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3;
    double *next = old;
    old = new;
    new = next;
  }
}
// EMIT: const int hk_apart_here = hk_apart(
// EMIT: hk_first = !hk_apart_here ? (hk_c ? hk_count : 0LL) : hk_chunk(
// EMIT: hk_last = !hk_apart_here ? (hk_c + 1 ? hk_count : 0LL) : hk_chunk(

static double lastKept(int n, double *old, double *new) {
  double last = 0;
  // The variable has a value behind the loop, which only the last chunk knows.
  // CHECK-NOT: changing-pointers.c:[[#@LINE+2]]:3: remark: region of
  // GRAPH-NOT: tested loop
  for (int t = 0; t < n; t++) {
    for (int i = 1; i < N - 1; i++) {
      last = old[i - 1] + old[i + 1];
      new[i] = last / 3;
    }
    double *next = old;
    old = new;
    new = next;
  }
  return last;
}

int main(int argc, char **argv) {
  (void)argv;
  swapped(argc, one + argc, other);
  return lastKept(argc, one, other + argc) > 0;
}
