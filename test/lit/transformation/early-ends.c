// A convolution whose iterations outside of the image end early: `continue`
// behind a condition is a branch around the rest, and becomes bounds of loops.
// What is declared before it reads members that the nest leaves alone.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -ffp-contract=off --no-inlining --no-speculation --soc=generic-4 --cores=1 -Rhocket=loop-interchanged --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/early-ends.c
#include <stdio.h>
#include <stdlib.h>

struct layer {
  int channels, size, pad;
  float *weight;
};

struct image {
  int height, width;
  float *at;
};

// CHECK: static void convolve(
// CHECK: for (int r = r_begin_1; r < r_end_1; r++)
// CHECK: for (int x = x_begin_1; x < x_end_{{[0-9]}}; x++)
// CHECK-NOT: continue
// CHECK-NOT: if (
// CHECK: int yy = y + r - {{.*}};
// CHECK-NOT: if (
// CHECK: ht_sum_1[x - ht_x_1] +=
// CHECK: for (int r = 0; r < l->size; r++)
// CHECK: if (!(yy < 0 || yy >= from->height)) {
static void convolve(const struct layer *l, const struct image *from,
                     struct image *to) {
  for (int y = 0; y < from->height; y++)
    // SAID: [[#@LINE+1]]:5: remark: loop is interchanged
    for (int x = 0; x < from->width; x++) {
      float sum = 0;
      for (int c = 0; c < l->channels; c++)
        for (int r = 0; r < l->size; r++) {
          int yy = y + r - l->pad;
          if (yy < 0 || yy >= from->height)
            continue;
          for (int s = 0; s < l->size; s++) {
            int xx = x + s - l->pad;
            if (xx < 0 || xx >= from->width) {
              continue;
            }
            sum += from->at[(c * from->height + yy) * from->width + xx] *
                   l->weight[(c * l->size + r) * l->size + s];
          }
        }
      to->at[y * to->width + x] = sum;
    }
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 300 + argc;
  struct layer l = {16, 2 + argc, 1, calloc(16 * 9, 4)};
  struct image from = {n, n, calloc((size_t)n * n * 16, 4)};
  struct image to = {n, n, calloc((size_t)n * n, 4)};
  if (!l.weight || !from.at || !to.at)
    return 1;
  convolve(&l, &from, &to);
  printf("%g\n", to.at[77]);
  return 0;
}
