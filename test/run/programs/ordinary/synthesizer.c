// A synthesizer: voices with envelopes, a filter bank, echo, reverberation by convolution, loudness, resampling.
// ARGS: 3000
// BENCH: 400000
// FLAGS: -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../digest.h"

#define RATE 16000
#define VOICES 12
#define BANDS 8
#define TAPS 64

typedef struct {
  double frequency, phase, attack, decay, gain;
  int start, length;
} Voice;

typedef struct {
  double b0, b1, b2, a1, a2;
  double x1, x2, y1, y2;
} Biquad;

typedef struct {
  float *samples;
  int length;
} Sound;

static Sound newSound(int length) {
  Sound s = {calloc(length > 0 ? length : 1, sizeof(float)), length};
  if (!s.samples)
    exit(1);
  return s;
}

static unsigned noiseState = 1;

static int noise(int range) {
  noiseState = noiseState * 1103515245u + 12345u;
  return (int)((noiseState >> 16) % (unsigned)range);
}

static void composeVoices(Voice *voices, int length) {
  for (int v = 0; v < VOICES; v++) {
    voices[v].frequency = 110 * pow(2, noise(36) / 12.0);
    voices[v].phase = noise(628) / 100.0;
    voices[v].attack = 0.01 + noise(10) / 100.0;
    voices[v].decay = 0.5 + noise(20) / 10.0;
    voices[v].gain = 0.2 + noise(50) / 100.0;
    voices[v].start = noise(length / 2 + 1);
    voices[v].length = length / 2;
  }
}

static double envelope(const Voice *v, double t) {
  double rise = t < v->attack ? t / v->attack : 1;
  return rise * exp(-t / v->decay);
}

static void playVoice(const Voice *v, Sound *out) {
  int end = v->start + v->length;
  if (end > out->length)
    end = out->length;
  for (int i = v->start; i < end; i++) {
    double t = (double)(i - v->start) / RATE;
    double wave = sin(2 * M_PI * v->frequency * t + v->phase) + 0.3 * sin(4 * M_PI * v->frequency * t);
    out->samples[i] += (float)(v->gain * envelope(v, t) * wave);
  }
}

static Biquad bandPass(double centre, double width) {
  Biquad f = {0};
  double w = 2 * M_PI * centre / RATE, alpha = sin(w) * sinh(log(2) / 2 * width * w / sin(w));
  f.b0 = alpha / (1 + alpha);
  f.b1 = 0;
  f.b2 = -f.b0;
  f.a1 = -2 * cos(w) / (1 + alpha);
  f.a2 = (1 - alpha) / (1 + alpha);
  return f;
}

static void runFilter(Biquad *f, const Sound *in, Sound *out) {
  for (int i = 0; i < in->length; i++) {
    double x = in->samples[i];
    double y = f->b0 * x + f->b1 * f->x1 + f->b2 * f->x2 - f->a1 * f->y1 - f->a2 * f->y2;
    f->x2 = f->x1;
    f->x1 = x;
    f->y2 = f->y1;
    f->y1 = y;
    out->samples[i] = (float)y;
  }
}

static void echo(Sound *s, int delay, float gain) {
  for (int i = delay; i < s->length; i++)
    s->samples[i] += gain * s->samples[i - delay];
}

static void convolve(const Sound *in, const float *kernel, int taps, Sound *out) {
  for (int i = 0; i < out->length; i++) {
    float sum = 0;
    int last = i < taps - 1 ? i : taps - 1;
    for (int k = 0; k <= last; k++)
      sum += kernel[k] * in->samples[i - k];
    out->samples[i] = sum;
  }
}

static void makeRoom(float *kernel, int taps) {
  for (int k = 0; k < taps; k++)
    kernel[k] = (float)((noise(2000) - 1000) / 1000.0 * exp(-k / 16.0));
  kernel[0] = 1;
}

static float peak(const Sound *s) {
  float highest = 0;
  for (const float *p = s->samples; p != s->samples + s->length; p++) {
    float v = *p < 0 ? -*p : *p;
    if (v > highest)
      highest = v;
  }
  return highest;
}

static void loudness(const Sound *s, double *windows, int size) {
  int count = s->length / size;
  for (int w = 0; w < count; w++) {
    double energy = 0;
    const float *p = s->samples + w * size;
    for (int i = 0; i < size; i++)
      energy += p[i] * p[i];
    windows[w] = 10 * log10(energy / size + 1e-12);
  }
}

static Sound resample(const Sound *in, double ratio) {
  Sound out = newSound((int)(in->length / ratio));
  for (int i = 0; i < out.length; i++) {
    double at = i * ratio;
    int left = (int)at;
    double part = at - left;
    int right = left + 1 < in->length ? left + 1 : left;
    out.samples[i] = (float)((1 - part) * in->samples[left] + part * in->samples[right]);
  }
  return out;
}

static void quantize(const Sound *s, int16_t *pcm, float highest) {
  double carry = 0;
  for (int i = 0; i < s->length; i++) {
    double wanted = s->samples[i] / highest * 32000 + carry;
    pcm[i] = (int16_t)lrint(wanted);
    carry = (wanted - pcm[i]) * 0.5;
  }
}

int main(int argc, char **argv) {
  int length = argc > 1 ? atoi(argv[1]) : 20000;
  Voice voices[VOICES];
  Sound dry = newSound(length), mixed = newSound(length), wet = newSound(length);
  Sound bands[BANDS];
  float kernel[TAPS];
  composeVoices(voices, length);
  for (int v = 0; v < VOICES; v++)
    playVoice(&voices[v], &dry);
  for (int b = 0; b < BANDS; b++) {
    bands[b] = newSound(length);
    Biquad f = bandPass(100 * pow(1.8, b), 0.8);
    runFilter(&f, &dry, &bands[b]);
  }
  for (int i = 0; i < length; i++) {
    float sum = 0.25f * dry.samples[i];
    for (int b = 0; b < BANDS; b++)
      sum += bands[b].samples[i] * (b & 1 ? 0.7f : 1.1f);
    mixed.samples[i] = sum;
  }
  echo(&mixed, RATE / 20, 0.4f);
  makeRoom(kernel, TAPS);
  convolve(&mixed, kernel, TAPS, &wet);
  float highest = peak(&wet);
  int windows = length / 256;
  double *levels = malloc((windows + 1) * sizeof *levels);
  loudness(&wet, levels, 256);
  double loudest = -1000;
  for (int w = 0; w < windows; w++)
    loudest = fmax(loudest, levels[w]);
  Sound lower = resample(&wet, 16000 / 11025.0);
  int16_t *pcm = malloc(lower.length * sizeof *pcm + 1);
  quantize(&lower, pcm, highest);
  printf("peak %.7g loudest %.7g dB, %d samples\n", highest, loudest, lower.length);
  show("pcm", pcm, lower.length * sizeof *pcm);
  for (int b = 0; b < BANDS; b++)
    free(bands[b].samples);
  free(pcm);
  free(lower.samples);
  free(levels);
  free(wet.samples);
  free(mixed.samples);
  free(dry.samples);
  return 0;
}
