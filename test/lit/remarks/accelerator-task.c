// A statement that the chip's accelerator is done with sooner than a core, and
// what it is compared by.
// RUN: %hocketcc -O2 --soc=%specs/../examples/accelerator/board.yaml -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %t > %t.out && %cc -O2 -Wno-unknown-pragmas %s -o %t && %t | diff %t.out -
#include <stdio.h>
enum { N = 1000, M = 400 };
static int x[N], y[N], z[M][N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
  for (int t = 0; t < 20; t++) {
    // CHECK: accelerator-task.c:[[#@LINE+1]]:1: remark: runs on accelerator 'correlator' in 54.0 µs, on a CPU in {{.*}}; the CPU that starts it runs it where 'correlator' is busy or has no driver [-Rhocket=accelerator-task]
#pragma hocket accelerator(correlator, 10000, in(x), out(y))
    for (int i = 0; i < N; i++) {
      unsigned sum = 0;
      for (int k = 0; k < N; k++)
        sum = sum * 3 + (x[k] ^ i);
      y[i] = sum;
    }
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        z[j][i] = z[j][i] * 5 + i * t;
    x[t] += y[t] & 7;
  }
  printf("%d %d %d\n", y[7], x[19], z[5][77]);
  return 0;
}
