// What an accelerator is not given, or does not give back, it cannot have.
// RUN: %hocketcc -O2 --soc=%specs/../examples/accelerator/board.yaml %s -lm -o %t 2>&1 | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=OUT
#include <errno.h>
#include <math.h>
#include <stdio.h>
enum { N = 1000, M = 400 };
static int x[N], y[N], z[M][N], calls;
static double d[N];

static void work(int *out, const int *in, int n) {
  for (int i = 0; i < n; i++) {
    unsigned sum = 0;
    for (int k = 0; k < n; k++)
      sum = sum * 3 + (in[k] ^ i);
    out[i] = sum;
  }
  calls++;
}

int main(void) {
  int n = N;
  for (int t = 0; t < 20; t++) {
    // CHECK-DAG: accelerator-claims.c:[[#@LINE+1]]:1: warning: stays on the CPU, not on accelerator 'correlator': it reads 'calls', which is not in in(...) [-Whocket=accelerator-claims]
#pragma hocket accelerator(correlator, 10000, in(x, n), out(y))
    work(y, x, n);
    // CHECK-DAG: accelerator-claims.c:[[#@LINE+1]]:1: warning: stays on the CPU, not on accelerator 'correlator': it writes 'z', which is not in out(...)
#pragma hocket accelerator(correlator, 10000, in(z), out(y))
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        z[j][i] = z[j][i] * 5 + i;
    // CHECK-DAG: accelerator-claims.c:[[#@LINE+1]]:1: warning: stays on the CPU, not on accelerator 'correlator': it reads 't', which is not in in(...)
#pragma hocket accelerator(correlator, 10000, in(x), out(x))
    for (int i = 0; i < N; i++)
      x[i] = x[i] * 3 + t;
    // CHECK-DAG: accelerator-claims.c:[[#@LINE+1]]:1: warning: stays on the CPU, not on accelerator 'correlator': it reads 'x', which is not in in(...)
#pragma hocket accelerator(correlator, 10000, out(x))
    for (int i = 0; i < N; i++)
      x[i] += 3;
    // CHECK-DAG: accelerator-claims.c:[[#@LINE+1]]:1: warning: stays on the CPU, not on accelerator 'correlator': it writes 'errno', which is not in out(...)
#pragma hocket accelerator(correlator, 10000, in(x), out(d))
    for (int i = 0; i < N; i++)
      d[i] = pow(x[i] & 1023, 1.5);
    // CHECK-DAG: accelerator-claims.c:[[#@LINE+1]]:1: warning: stays on the CPU, not on accelerator 'correlator': it {{reads|writes}} '{{.*}}', which is not in
#pragma hocket accelerator(correlator, 10000, in(x))
    printf("%d\n", x[0] & 1);
  }
  printf("%d %d %d %g %d\n", y[7], x[19], z[5][77], d[5], errno == ERANGE);
  // OUT: {{^[0-9-]+ }}
  return calls != 20;
}
