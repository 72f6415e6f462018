// Pointers and sums that get elements of their own are declared as the user has
// them, and hold something: a compiler finds nothing to warn of that it does
// not find in the program as it is.
// RUN: %hocketcc -O2 -Wall -Wextra --soc=generic-4 --cores=2 %s -o %t 2>&1 | %FileCheck %s --allow-empty
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket=loop-jammed %s -o %t 2>&1 | %FileCheck %s --check-prefix=JAMMED
// RUN: %t
// CHECK-NOT: warning
#include <stdio.h>
#include <stdlib.h>

struct layer {
  int inputs, outputs;
  float *w, *b, *out;
};

static void forward(struct layer *l, const float *x, int n) {
  // JAMMED: quiet.c:[[#@LINE+1]]:{{[0-9]+}}: remark: loop is unrolled and jammed
  for (int s = 0; s < n; s++) {
    const float *in = x + s * l->inputs;
    for (int o = 0; o < l->outputs; o++) {
      const float *w = l->w + o * l->inputs;
      float sum = l->b[o];
      for (int i = 0; i < l->inputs; i++)
        sum += w[i] * in[i];
      l->out[s * l->outputs + o] = sum;
    }
  }
}

int main(void) {
  struct layer l = {300, 200, calloc(60000, sizeof(float)),
                    calloc(200, sizeof(float)), calloc(12800, sizeof(float))};
  float *x = calloc(19200, sizeof *x);
  if (!l.w || !l.b || !l.out || !x)
    return 1;
  for (int i = 0; i < 60000; i++)
    l.w[i] = (float)(i % 7) * 1e-3f;
  for (int i = 0; i < 19200; i++)
    x[i] = (float)(i % 5);
  for (int t = 0; t < 20; t++) {
    forward(&l, x, 64);
    x[t] += l.out[t];
  }
  printf("%g\n", (double)l.out[777]);
  free(l.w), free(l.b), free(l.out), free(x);
  return 0;
}
