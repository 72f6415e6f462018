// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// FFT on the stack of each iteration, convolution, k-means, resampling.
#include "../digest.h"

#include <math.h>

#define F 64
static float samples[20000], power[300][F / 2], filtered[20000], half[10000];
static double points[3000][2], centres[5][2];
static int member[3000];

static void fft(double *re, double *im) {
  for (int i = 1, j = 0; i < F; i++) {
    int bit = F >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double t = re[i];
      re[i] = re[j];
      re[j] = t;
    }
  }
  for (int len = 2; len <= F; len *= 2)
    for (int i = 0; i < F; i += len)
      for (int k = 0; k < len / 2; k++) {
        double c = cos(-6.283185307179586 * k / len),
               s = sin(-6.283185307179586 * k / len);
        int a = i + k, b = a + len / 2;
        double tr = c * re[b] - s * im[b], ti = c * im[b] + s * re[b];
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
}

int main(void) {
  static const float kernel[9] = {1, 4, 7, 10, 12, 10, 7, 4, 1};
  for (int i = 0; i < 20000; i++)
    samples[i] = (float)((i * 37 % 201) - 100) / 100 + (i / 300 % 2);
  for (int t = 0; t < 300; t++) {
    double re[F], im[F];
    for (int i = 0; i < F; i++) {
      re[i] = samples[t * F + i];
      im[i] = 0;
    }
    fft(re, im);
    for (int k = 0; k < F / 2; k++)
      power[t][k] = (float)(re[k] * re[k] + im[k] * im[k]);
  }
  for (int i = 4; i < 19996; i++) {
    float s = 0;
    for (int k = -4; k <= 4; k++)
      s += kernel[k + 4] * samples[i + k];
    filtered[i] = s / 56;
  }
  for (int i = 0; i < 9999; i++)
    half[i] =
        (filtered[2 * i] + filtered[2 * i + 1] * 2 + filtered[2 * i + 2]) / 4;
  for (int i = 0; i < 3000; i++) {
    points[i][0] = i * 7919 % 1000 / 10.0 + i % 5 * 40;
    points[i][1] = i * 104729 % 1000 / 10.0 - i % 5 * 30;
  }
  for (int c = 0; c < 5; c++)
    for (int k = 0; k < 2; k++)
      centres[c][k] = points[c * 17][k];
  for (int round = 0, moved = 1; moved && round < 20; round++) {
    double sum[5][2] = {{0}};
    int count[5] = {0};
    moved = 0;
    for (int i = 0; i < 3000; i++) {
      int best = 0;
      double nearest = 1e30;
      for (int c = 0; c < 5; c++) {
        double dx = points[i][0] - centres[c][0],
               dy = points[i][1] - centres[c][1], d = dx * dx + dy * dy;
        if (d < nearest) {
          nearest = d;
          best = c;
        }
      }
      if (member[i] != best)
        moved++;
      member[i] = best;
    }
    for (int i = 0; i < 3000; i++) {
      sum[member[i]][0] += points[i][0];
      sum[member[i]][1] += points[i][1];
      count[member[i]]++;
    }
    for (int c = 0; c < 5; c++)
      if (count[c]) {
        centres[c][0] = sum[c][0] / count[c];
        centres[c][1] = sum[c][1] / count[c];
      }
  }
  show("power", power, sizeof power);
  show("half", half, sizeof half);
  show("member", member, sizeof member);
  show("centres", centres, sizeof centres);
  return 0;
}
