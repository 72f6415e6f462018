// A helper that is written out: its result is a scalar whose only mention in
// one unit is a declaration without a value.
// RUN: %hocketcc -O2 -ffp-contract=off --no-speculation --soc=generic-4 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// CHECK-NOT: internal problem
// CHECK: loop is unrolled and jammed into those inside it, with an element of 'fir{{.*}}', 'acc' for each
#include <stdio.h>
#include <stdlib.h>

static float taps[32][256];
static short *samples;
static int nsamples;

static float sample_at(int i) {
  return i >= 0 && i < nsamples ? samples[i] / 32768.0f : 0.0f;
}

static float fir(int b, int ntaps, int i) {
  float acc = 0.0f;
  for (int t = 0; t < ntaps; t++)
    acc += taps[b][t] * sample_at(i - t);
  return acc;
}

static void analyse(float *out, int nbands, int ntaps, int decim, int nout) {
  for (int b = 0; b < nbands; b++)
    for (int k = 0; k < nout; k++)
      out[(size_t)b * nout + k] = fir(b, ntaps, k * decim);
}

int main(int argc, char **argv) {
  (void)argv;
  int nout = 4000 + argc;
  nsamples = 9000;
  samples = calloc((size_t)nsamples, 2);
  float *out = calloc((size_t)nout * 32, sizeof(float));
  if (!samples || !out)
    return 1;
  analyse(out, 32, 200 + argc, 2, nout);
  printf("%g\n", out[77]);
  return 0;
}
