// A convolution with padding: the branch around all that an iteration does
// becomes bounds of loops, and what is declared before it is computed again
// behind it. The kernel's loops may be short, if they are not together.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -ffp-contract=off --no-inlining --no-speculation --soc=generic-4 --cores=1 -Rhocket=loop-interchanged --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/guards.c
#include <stdio.h>
#include <stdlib.h>

// CHECK: static void convolve(
// CHECK: if ((((long long)channels >= 16) && ((long long)width >= 16)) || (((long long)size >= 16) && ((long long)width >= 16))) {
// CHECK: for (int r = r_begin_1; r < r_end_1; r++)
// CHECK: for (int x = x_begin_1; x < x_end_{{[0-9]}}; x++)
// CHECK-NOT: if (yy
// CHECK: int yy = y + r - pad;
// CHECK-NOT: if (yy
// CHECK: ht_sum_1[x - ht_x_1] +=
// CHECK: else {
// CHECK: if (yy >= 0
static void convolve(float *restrict to, const float *restrict from,
                     const float *restrict kernel, int channels, int height,
                     int width, int size) {
  int pad = size / 2;
  for (int y = 0; y < height; y++)
    // SAID: [[#@LINE+1]]:5: remark: loop is interchanged
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int c = 0; c < channels; c++)
        for (int r = 0; r < size; r++)
          for (int s = 0; s < size; s++) {
            int yy = y + r - pad;
            int xx = x + s - pad;
            if (yy >= 0 && yy < height && xx >= 0 && xx < width)
              sum += from[(c * height + yy) * width + xx] *
                     kernel[(c * size + r) * size + s];
          }
      to[y * width + x] = sum;
    }
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 300 + argc, size = 2 + argc;
  float *to = calloc((size_t)n * n, 4), *from = calloc((size_t)n * n * 16, 4);
  float *kernel = calloc((size_t)size * size * 16, 4);
  if (!to || !from || !kernel)
    return 1;
  convolve(to, from, kernel, 16, n, n, size);
  printf("%g\n", to[77]);
  return 0;
}
