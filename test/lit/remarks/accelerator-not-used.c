// Marks that are not worth following, or cannot be: the program is as without
// them.
// RUN: %hocketcc -O2 --soc=%specs/../examples/accelerator/board.yaml -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: mkdir -p %t.a %t.b && cp %s %t.a/x.c && sed 's/^#pragma hocket.*//' %s > %t.b/x.c
// RUN: cd %t.a && %hocketcc -O2 --soc=%specs/../examples/accelerator/board.yaml --emit=e x.c -o x && grep -v '^#pragma hocket' e/x.c | grep . > x.txt
// RUN: cd %t.b && %hocketcc -O2 --soc=%specs/../examples/accelerator/board.yaml --emit=e x.c -o x && grep . e/x.c | diff %t.a/x.txt -
// RUN: %t
// RUN: %hocketcc -O2 --soc=generic-2 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=NONE
enum { N = 1000, M = 400 };
static int x[N], y[N], z[M][N];

int main(void) {
  for (int t = 0; t < 20; t++) {
    // CHECK-DAG: accelerator-not-used.c:[[#@LINE+2]]:1: remark: stays on the CPU, not on accelerator 'correlator': a CPU takes {{.*}}, the accelerator 500 ms, and nothing ends sooner with it [-Rhocket-missed=accelerator-not-used]
    // NONE-DAG: accelerator-not-used.c:[[#@LINE+1]]:1: remark: stays on the CPU, not on accelerator 'correlator': 'generic-2' has no accelerator of that name [-Rhocket-missed=accelerator-not-used]
#pragma hocket accelerator(correlator, 100000000, in(x), out(y))
    for (int i = 0; i < N; i++) {
      unsigned sum = 0;
      for (int k = 0; k < N; k++)
        sum = sum * 3 + (x[k] ^ i);
      y[i] = sum;
    }
    // CHECK-DAG: accelerator-not-used.c:[[#@LINE+2]]:1: remark: stays on the CPU, not on accelerator 'mixer': 'radar-board' has no accelerator of that name
    // CHECK-DAG: help: name a chip that has it with --soc=
#pragma hocket accelerator(mixer, 1000, in(x), out(z))
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        z[j][i] = z[j][i] * 5 + i * t;
    x[t] += y[t] & 7;
  }
  return 0;
}
