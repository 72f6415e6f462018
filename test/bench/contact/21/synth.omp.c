/* synth.c - renders a little generated piece of music: subtractive, FM,
 * plucked-string and drum voices on buses with effects, mixed to 16 bits.
 * usage: synth [seconds] [seed]                                             */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE   44100
#define PI     3.14159265358979f
#define NTRACK 6

typedef struct note { float start, dur, freq, vel; struct note *next; } note;

typedef struct track track;
struct track {
  const char *name;
  void (*play)(track *t, const note *n, float *out, int len);
  void (*effect)(track *t, float *buf, int len);
  float gain, pan;
  uint32_t noise;
  note *first, *last;
  float *bus;
  double power;
  int voices;
};

typedef struct { float *buf; int size, pos; float fb, damp, lp; } comb;

static uint32_t seed = 777;

static float frand(uint32_t *s)
{
  *s = *s * 1664525u + 1013904223u;
  return (float)(*s >> 8) / 8388608.0f - 1.0f;
}

static float *samples(int n)
{
  float *p = calloc(n, sizeof *p);
  if (!p) { fprintf(stderr, "synth: out of memory\n"); exit(1); }
  return p;
}

static float adsr(float t, float dur, float a, float d, float s, float r)
{
  if (t < a) return t / a;
  if (t < a + d) return 1.0f - (1.0f - s) * (t - a) / d;
  if (t < dur) return s;
  if (t < dur + r) return s * (1.0f - (t - dur) / r);
  return 0.0f;
}

/* voices: add len samples of the note to out */
static void play_saw(track *t, const note *n, float *out, int len)
{
  float ph[3] = { 0.0f, 0.31f, 0.73f }, low = 0, band = 0;
  (void)t;
  for (int i = 0; i < len; i++) {
    float time = (float)i / RATE, x = 0;
    float env = adsr(time, n->dur, 0.01f, 0.15f, 0.6f, 0.2f);
    for (int k = 0; k < 3; k++) {
      ph[k] += n->freq * (1.0f + 0.004f * (float)(k - 1)) / RATE;
      if (ph[k] >= 1.0f) ph[k] -= 1.0f;
      x += 2.0f * ph[k] - 1.0f;
    }
    float f = 2.0f * sinf(PI * (200.0f + 2600.0f * env * env) / RATE);
    low += f * band, band += f * (x - low - 0.4f * band);
    out[i] += 0.3f * low * env * n->vel;
  }
}

static void play_fm(track *t, const note *n, float *out, int len)
{
  float c = 0, m = 0;
  (void)t;
  for (int i = 0; i < len; i++) {
    float time = (float)i / RATE;
    float idx = 4.0f * expf(-3.0f * time) + 0.5f;
    m += 2 * PI * n->freq * 1.414f / RATE;
    c += 2 * PI * n->freq / RATE;
    m -= m > 2 * PI ? 2 * PI : 0, c -= c > 2 * PI ? 2 * PI : 0;
    out[i] += n->vel * adsr(time, n->dur, 0.005f, 0.4f, 0.3f, 0.5f) * sinf(c + idx * sinf(m));
  }
}

static void play_pluck(track *t, const note *n, float *out, int len)
{
  int period = (int)(RATE / n->freq), p = 0;
  float *line = samples(period + 1), prev = 0;
  for (int i = 0; i < period; i++) line[i] = frand(&t->noise);
  for (int i = 0; i < len; i++) {
    float x = line[p];
    line[p] = 0.4985f * (x + prev);
    prev = x, p = p + 1 >= period ? 0 : p + 1;
    out[i] += 0.8f * n->vel * x;
  }
  free(line);
}

static void play_drum(track *t, const note *n, float *out, int len)
{
  float ph = 0, hp = 0, prev = 0;
  for (int i = 0; i < len; i++) {
    float time = (float)i / RATE, w = frand(&t->noise);
    ph += 2 * PI * (n->freq + 180.0f * expf(-40.0f * time)) / RATE;
    hp = 0.9f * (hp + w - prev), prev = w;
    out[i] += n->vel * (sinf(ph) * expf(-8.0f * time) + 0.4f * hp * expf(-25.0f * time));
  }
}

static void play_pad(track *t, const note *n, float *out, int len)
{
  static const float amp[6] = { 1, 0.5f, 0.33f, 0.2f, 0.15f, 0.1f };
  (void)t;
  for (int h = 0; h < 6; h++) {
    float step = 2 * PI * n->freq * (float)(h + 1) / RATE, re = 1, im = 0;
    float cs = cosf(step), sn = sinf(step);
    for (int i = 0; i < len; i++) {
      float r = re * cs - im * sn;
      im = re * sn + im * cs;
      re = r;
      out[i] += 0.25f * amp[h] * n->vel * im * adsr((float)i / RATE, n->dur, 0.4f, 0.3f, 0.8f, 0.8f);
    }
  }
}

static void fx_chorus(track *t, float *buf, int len)
{
  float line[2048] = { 0 };
  (void)t;
  for (int i = 0; i < len; i++) {
    float d = 600.0f + 300.0f * sinf(2 * PI * 0.7f * (float)(i % (10 * RATE)) / RATE);
    int k = (int)d;
    float fr = d - (float)k;
    line[i & 2047] = buf[i];
    buf[i] = 0.7f * buf[i] + 0.5f * (line[(i - k) & 2047] * (1 - fr) + line[(i - k - 1) & 2047] * fr);
  }
}

static void fx_echo(track *t, float *buf, int len)
{
  int d = (int)(0.375f * RATE);
  (void)t;
  for (int i = d; i < len; i++) buf[i] += 0.45f * buf[i - d];
}

static void fx_drive(track *t, float *buf, int len)
{
  for (int i = 0; i < len; i++) buf[i] = tanhf(2.5f * t->gain * buf[i]);
}

static void add_note(track *t, float start, float dur, int key, float vel)
{
  note *n = malloc(sizeof *n);
  if (!n) exit(1);
  *n = (note){ start, dur, 440.0f * powf(2.0f, (float)(key - 69) / 12.0f), vel, NULL };
  if (t->last) t->last->next = n; else t->first = n;
  t->last = n;
}

static void compose(track *tr, float seconds)
{
  static const int scale[] = { 0, 2, 3, 5, 7, 8, 10 }, roots[] = { 45, 41, 48, 43 };
  float beat = 0.25f;
  for (int b = 0; b * beat < seconds; b++) {
    int root = roots[b / 16 % 4];
    float at = b * beat;
    if (b % 2 == 0) add_note(&tr[0], at, 0.2f, root - 12, 0.9f);
    if (frand(&seed) > -0.2f) add_note(&tr[1], at, 0.5f, root + 24 + scale[(seed >> 20) % 7], 0.4f);
    if (frand(&seed) > -0.4f) add_note(&tr[2], at, 0.5f, root + 12 + scale[(seed >> 20) % 7], 0.6f);
    if (b % 4 == 0 || (seed >> 24) < 40) add_note(&tr[3], at, 0.3f, b % 8 == 4 ? 52 : 33, 0.8f);
    for (int k = 0; b % 16 == 0 && k < 4; k++) add_note(&tr[4], at, 3.6f, root + 12 + 2 * scale[k], 0.5f);
    if (b % 3 == 0) add_note(&tr[5], at, 0.4f, root + 36 + scale[b % 7], 0.3f);
  }
}

static void render(track *t, int total)
{
  t->bus = samples(total);
  for (note *n = t->first; n; n = n->next) {
    int at = (int)(n->start * RATE), len = (int)((n->dur + 1.0f) * RATE);
    if (at >= total) break;
    if (len > total - at) len = total - at;
    t->play(t, n, t->bus + at, len);
    t->voices++;
  }
  if (t->effect) t->effect(t, t->bus, total);
}

static void reverb(float *buf, int len, int spread)
{
  static const int size[6] = { 1116, 1188, 1277, 1356, 1422, 1491 };
  comb c[6];
  for (int k = 0; k < 6; k++) c[k] = (comb){ samples(size[k] + spread), size[k] + spread, 0, 0.84f, 0.2f, 0 };
  for (int i = 0; i < len; i++) {
    float in = buf[i], wet = 0;
    for (int k = 0; k < 6; k++) {
      float y = c[k].buf[c[k].pos];
      c[k].lp = y * (1 - c[k].damp) + c[k].lp * c[k].damp;
      c[k].buf[c[k].pos] = 0.02f * in + c[k].fb * c[k].lp;
      if (++c[k].pos == c[k].size) c[k].pos = 0;
      wet += y;
    }
    buf[i] = 0.8f * in + wet;
  }
  for (int k = 0; k < 6; k++) free(c[k].buf);
}

int main(int argc, char **argv)
{
  float seconds = argc > 1 ? (float)atof(argv[1]) : 90.0f;
  if (argc > 2) seed = (uint32_t)strtoul(argv[2], NULL, 10);
  if (!(seconds >= 1 && seconds < 3600)) { fprintf(stderr, "synth: 1..3600 seconds\n"); return 1; }
  track tr[NTRACK] = {
    { .name = "bass", .play = play_saw, .effect = fx_drive, .gain = 0.8f, .pan = 0.5f },
    { .name = "bells", .play = play_fm, .effect = fx_echo, .gain = 0.4f, .pan = 0.3f },
    { .name = "pluck", .play = play_pluck, .effect = fx_chorus, .gain = 0.5f, .pan = 0.65f, .noise = 5 },
    { .name = "drums", .play = play_drum, .gain = 0.7f, .pan = 0.5f, .noise = 9 },
    { .name = "pad", .play = play_pad, .effect = fx_chorus, .gain = 0.5f, .pan = 0.45f },
    { .name = "arp", .play = play_saw, .effect = fx_echo, .gain = 0.3f, .pan = 0.7f },
  };
  int total = (int)(seconds * RATE), clipped = 0;
  uint32_t sum = 1, sum2 = 0;
  compose(tr, seconds);
  float *out[2] = { samples(total), samples(total) };
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 1)
    for (int j = 0; j < NTRACK; j++) {
      static const int heavy_first[NTRACK] = { 4, 1, 3, 0, 5, 2 };
      track t = tr[heavy_first[j]];      /* private copy: no shared cache lines */
      render(&t, total);
      for (int i = 0; i < total; i++) {
        float x = t.bus[i] * t.gain;
        t.power += x * x;
      }
      tr[heavy_first[j]] = t;
    }
#pragma omp for schedule(static, 1)
    for (int ch = 0; ch < 2; ch++) {
      for (int k = 0; k < NTRACK; k++)
        for (int i = 0; i < total; i++) {
          float x = tr[k].bus[i] * tr[k].gain;
          out[ch][i] += x * (ch ? tr[k].pan : 1 - tr[k].pan);
        }
      reverb(out[ch], total, 23 * ch);
    }
  }
  for (int k = 0; k < NTRACK; k++) {
    printf("%-6s %4d notes  rms %.6f\n", tr[k].name, tr[k].voices, sqrt(tr[k].power / total));
    free(tr[k].bus);
  }
  /* Adler sums in blocks: weighted sums per block, folded in order afterwards */
  enum { BLOCK = 4096 };
  int nblk = (total + BLOCK - 1) / BLOCK;
  uint64_t (*part)[2] = calloc(nblk, sizeof *part);
  if (!part) exit(1);
#pragma omp parallel for schedule(static) reduction(+:clipped)
  for (int b = 0; b < nblk; b++) {
    int end = (b + 1) * BLOCK < total ? (b + 1) * BLOCK : total;
    uint64_t s1 = 0, s2 = 0;
    for (int i = b * BLOCK; i < end; i++)
      for (int ch = 0; ch < 2; ch++) {
        float v = out[ch][i] * 16000.0f;
        if (v > 32767.0f || v < -32768.0f) { v = v > 0 ? 32767.0f : -32768.0f; clipped++; }
        out[ch][i] = v;
        s1 += (uint16_t)(int16_t)lrintf(v);
        s2 += s1;
      }
    part[b][0] = s1;
    part[b][1] = s2;
  }
  for (int b = 0; b < nblk; b++) {
    int cnt = 2 * (b + 1 < nblk ? BLOCK : total - b * BLOCK);
    sum2 = (uint32_t)((sum2 + part[b][1] + (uint64_t)cnt * sum) % 65521u);
    sum = (uint32_t)((sum + part[b][0]) % 65521u);
  }
  for (int i = 0; i < total; i += 10 * RATE)
    printf("%6.2fs %7.1f %7.1f\n", i / (float)RATE, out[0][i], out[1][i]);
  printf("%d frames, %d clipped, checksum %08x\n", total, clipped, sum2 << 16 | sum);
  return 0;
}
