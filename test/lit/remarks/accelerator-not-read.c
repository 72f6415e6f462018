// Marks that say too little, or what is not there.
// RUN: %hocketcc -O2 --soc=%specs/../examples/accelerator/board.yaml %s -o %t 2>&1 | %FileCheck %s
// RUN: %t
enum { N = 1000 };
static int x[N], y[N];

static void work(int *p, int n) {
  volatile int noise = 0;
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: '#pragma hocket accelerator' is not followed: how many cycles it takes is not said; expected a number behind the name [-Whocket=accelerator-not-read]
#pragma hocket accelerator(correlator, in(x), out(y))
  y[0] = x[0];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: there is no variable 'nothing'
#pragma hocket accelerator(correlator, 100, in(nothing), out(y))
  y[1] = x[1];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: 'p' is a pointer; expected how much of what it leads to, as in p[0:n]
#pragma hocket accelerator(correlator, 100, in(x), out(p))
  p[2] = x[2];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: 'x[0]' is no section of the form x[first:count]
#pragma hocket accelerator(correlator, 100, in(x[0]), out(y))
  y[3] = x[3];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: 'x[0:n++]' is no section of the form x[first:count]
#pragma hocket accelerator(correlator, 100, in(x[0:n++]), out(y))
  y[4] = x[4];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: what stands in its clauses cannot be read there
#pragma hocket accelerator(correlator, 100, in(x[0:m]), out(y))
  y[5] = x[5];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: 'from(x)' is none of in(...), out(...), runs(NAME)
#pragma hocket accelerator(correlator, 100, from(x), out(y))
  y[6] = x[6];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: it is not of the form 'accelerator(NAME, cycles, in(...), out(...))'
#pragma hocket accelerator correlator
  y[7] = x[7];
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: 'noise' is volatile
#pragma hocket accelerator(correlator, 100, in(noise))
  y[8] = noise;
  // CHECK-DAG: accelerator-not-read.c:[[#@LINE+1]]:1: warning: {{.*}}: no statement follows it that is analysed
#pragma hocket accelerator(correlator, 100, in(x), out(y))
}

int main(void) {
  work(y, N);
  return 0;
}
