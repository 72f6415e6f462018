// Sums in their order run four side by side, and the loop around them is kept
// from becoming vectors: each would be taken apart again, element by element.
// Not where sums may be reordered. Rows that are written through a pointer are
// left as they are: four pointers at once would keep them from being vectors.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O3 -Rhocket --soc=generic-4 --cores=2 --emit=%t/plain %s -o %t/out 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %FileCheck %s --input-file=%t/plain/chains-stay-scalar.c
// RUN: %t/out
// RUN: %hocketcc -O3 -ffast-math --soc=generic-4 --cores=2 --emit=%t/fast %s -o %t/out
// RUN: %FileCheck %s --check-prefix=FAST --input-file=%t/fast/chains-stay-scalar.c
#include <stdio.h>
#include <stdlib.h>
#define N 400

// FAST-NOT: __asm__ __volatile__ ("");
// CHECK: for (int i = 0; i < n; i++) {
// CHECK-NEXT: __asm__ __volatile__ ("");
// CHECK: #pragma GCC unroll 4
// CHECK: += {{.*}}[i] * {{.*}}[i];
static void forward(float *out, const float *w, const float *in, int n) {
  // REMARK: chains-stay-scalar.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop is unrolled and jammed
  for (int o = 0; o < n; o++) {
    const float *row = w + o * n;
    float sum = 0;
    for (int i = 0; i < n; i++)
      sum += row[i] * in[i];
    out[o] = sum;
  }
}

static void backward(float *g, const float *d, const float *in, int n) {
  // REMARK-NOT: chains-stay-scalar.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop is unrolled and jammed
  for (int o = 0; o < n; o++) {
    float *row = g + o * n;
    for (int i = 0; i < n; i++)
      row[i] += d[o] * in[i];
  }
}

int main(void) {
  float *w = malloc(N * N * sizeof *w), *in = malloc(N * sizeof *in),
        *out = malloc(N * sizeof *out);
  if (!w || !in || !out)
    return 1;
  for (int i = 0; i < N * N; i++)
    w[i] = (float)(i % 7) / 1e5f;
  for (int i = 0; i < N; i++)
    in[i] = (float)(i % 5), out[i] = 0;
  // REMARK: :5: remark: region of
  for (int t = 0; t < 20; t++) {
    forward(out, w, in, N);
    backward(w, out, in, N);
  }
  printf("%g\n", w[3] + out[7]);
  free(w), free(in), free(out);
  return 0;
}
