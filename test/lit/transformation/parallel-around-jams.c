// What follows a sum in the iteration of a loop around it, through memory, says
// nothing of whether the sum's own loop is parallel.
// RUN: %hocketcc -O2 --no-fallback --soc=generic-4 --cores=2 -Rhocket=loop-jammed %s -o %t
// RUN: %t
#include <stdio.h>
#include <stdlib.h>

struct layer {
  int inputs, outputs;
  float *w, *b, *out;
};

int main(void) {
  struct layer l = {300, 200, calloc(60000, sizeof(float)),
                    calloc(200, sizeof(float)), calloc(12800, sizeof(float))};
  float *x = calloc(19200, sizeof *x);
  if (!l.w || !l.b || !l.out || !x)
    return 1;
  for (int t = 0; t < 20; t++) {
    for (int s = 0; s < 64; s++) {
      const float *in = x + s * l.inputs;
      for (int o = 0; o < l.outputs; o++) {
        const float *w = l.w + o * l.inputs;
        float sum = l.b[o];
        for (int i = 0; i < l.inputs; i++)
          sum += w[i] * in[i];
        l.out[s * l.outputs + o] = sum;
      }
    }
    x[t] += l.out[t];
  }
  printf("%g\n", (double)l.out[777]);
  free(l.w), free(l.b), free(l.out), free(x);
  return 0;
}
