// SPDX-License-Identifier: Apache-2.0
// Acoustic echo canceller: NLMS adaptive filter, float, one channel.
// A far-end "speech" signal is synthesised, sent through a decaying room
// response and mixed with near-end noise; the filter learns the room.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PI 3.14159265358979323846

typedef struct Nlms {
  int taps;
  float mu;
  float eps;
  float *coef;
  float *hist;   // circular, doubled so a window is always contiguous
  int pos;
  float energy;
} Nlms;

static uint32_t lcg = 12345;

static float noise(void) {
  lcg = lcg * 1664525u + 1013904223u;
  return (float)((int32_t)lcg) / 2147483648.0f;
}

static int nlms_init(Nlms *f, int taps, float mu) {
  f->taps = taps;
  f->mu = mu;
  f->eps = 1e-3f;
  f->pos = 0;
  f->energy = 0;
  f->coef = calloc(taps, sizeof(float));
  f->hist = calloc(2 * taps, sizeof(float));
  return f->coef && f->hist ? 0 : -1;
}

static void nlms_release(Nlms *f) {
  free(f->coef);
  free(f->hist);
}

// Feed far-end sample x and microphone sample d; returns the residual.
static float nlms_run(Nlms *f, float x, float d) {
  const int n = f->taps;
  float old = f->hist[f->pos];
  f->hist[f->pos] = f->hist[f->pos + n] = x;
  f->energy += x * x - old * old;
  if (f->energy < 0) f->energy = 0;
  f->pos = (f->pos + 1) % n;

  const float *win = f->hist + f->pos;   // oldest first
  float acc[8] = {0};
  int i = 0;
  for (; i + 8 <= n; i += 8)
    for (int k = 0; k < 8; k++) acc[k] += f->coef[i + k] * win[i + k];
  float y = 0;
  for (int k = 0; k < 8; k++) y += acc[k];
  for (; i < n; i++) y += f->coef[i] * win[i];

  float e = d - y;
  float g = f->mu * e / (f->energy + f->eps);
  for (i = 0; i < n; i++) f->coef[i] += g * win[i];
  return e;
}

static void make_room(float *h, int len) {
  for (int i = 0; i < len; i++) h[i] = noise() * expf(-6.0f * i / len) * 0.3f;
}

static void make_far_end(float *x, int n, int rate) {
  float lp = 0;
  for (int i = 0; i < n; i++) {
    double t = (double)i / rate;
    double env = 0.5 + 0.5 * sin(2 * PI * 2.7 * t);
    lp += 0.25f * (noise() - lp);
    x[i] = (float)(env * (0.3 * sin(2 * PI * 180.0 * t) + lp));
  }
}

// microphone = far end through the room + a little near-end noise
static void make_mic(const float *x, const float *h, float *d, int n, int len) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    int m = i + 1 < len ? i + 1 : len;
    for (int k = 0; k < m; k++) s += h[k] * x[i - k];
    d[i] = s;
  }
  for (int i = 0; i < n; i++) d[i] += 0.001f * noise();
}

int main(int argc, char **argv) {
  int seconds = argc > 1 ? atoi(argv[1]) : 160;
  int taps = argc > 2 ? atoi(argv[2]) : 2048;
  const int rate = 16000;
  int n = seconds * rate;
  int room = taps / 8;
  float *x = malloc(n * sizeof *x);
  float *d = malloc(n * sizeof *d);
  float *e = malloc(n * sizeof *e);
  float *h = malloc(room * sizeof *h);
  Nlms f;
  if (!x || !d || !e || !h || nlms_init(&f, taps, 0.5f)) {
    fputs("no memory\n", stderr);
    return 1;
  }
  make_room(h, room);
  make_far_end(x, n, rate);
  make_mic(x, h, d, n, room);

  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (int i = 0; i < n; i++) e[i] = nlms_run(&f, x[i], d[i]);
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "cancel %.3f s\n",
          (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);

  for (int s = 0; s < seconds; s += seconds > 5 ? seconds / 5 : 1) {
    double pd = 0, pe = 0;
    for (int i = s * rate; i < (s + 1) * rate; i++) {
      pd += (double)d[i] * d[i];
      pe += (double)e[i] * e[i];
    }
    printf("second %2d: ERLE %.4f dB\n", s, 10 * log10(pd / (pe + 1e-20)));
  }
  printf("coef[0..3] from newest: %.6f %.6f %.6f\n", f.coef[taps - 1],
         f.coef[taps - 2], f.coef[taps - 3]);
  nlms_release(&f);
  free(x); free(d); free(e); free(h);
  return 0;
}
