// SPDX-License-Identifier: Apache-2.0
// Renders a multi-track mix: every channel strip runs a chain of effects
// (equaliser bands, compressor, echo, soft clipper) block by block, the strips
// are panned onto a stereo bus and the bus goes through a look-ahead free
// limiter.  Prints levels and a checksum of the 16 bit result.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 44100
#define BLOCK 1024
#define MAXFX 6

typedef struct fx {
    void (*run)(struct fx *self, float *buf, int n);
    float p[6];          // coefficients, meaning depends on the effect
    float s[4];          // running state
    float *line;         // delay line, if any
    int len, pos;
} Fx;

typedef struct {
    Fx chain[MAXFX];
    int nfx;
    float gain, panL, panR;
    float phase, step, env;
    uint32_t seed;
    long clock;
    float peak;
    float buf[BLOCK];
} Strip;

typedef struct {
    Strip *strips;
    int count;
    float left[BLOCK], right[BLOCK];
    float limEnv;
    uint32_t crc;
    long clipped;
    double energy;
} Desk;

static void fxBiquad(Fx *f, float *buf, int n)
{
    float z1 = f->s[0], z2 = f->s[1];
    for (int i = 0; i < n; i++) {
        float x = buf[i];
        float y = f->p[0] * x + z1;
        z1 = f->p[1] * x - f->p[3] * y + z2;
        z2 = f->p[2] * x - f->p[4] * y;
        buf[i] = y;
    }
    f->s[0] = z1;
    f->s[1] = z2;
}

static void fxCompress(Fx *f, float *buf, int n)
{
    float env = f->s[0];
    for (int i = 0; i < n; i++) {
        float a = fabsf(buf[i]);
        env += (a > env ? f->p[0] : f->p[1]) * (a - env);
        if (env > f->p[2])
            buf[i] *= powf(env / f->p[2], f->p[3] - 1.0f);
    }
    f->s[0] = env;
}

static void fxEcho(Fx *f, float *buf, int n)
{
    for (int i = 0; i < n; i++) {
        float d = f->line[f->pos];
        f->line[f->pos] = buf[i] + f->p[0] * d;
        buf[i] += f->p[1] * d;
        if (++f->pos == f->len)
            f->pos = 0;
    }
}

static void fxClip(Fx *f, float *buf, int n)
{
    for (int i = 0; i < n; i++)
        buf[i] = tanhf(buf[i] * f->p[0]) * f->p[1];
}

static Fx *addFx(Strip *s, void (*run)(Fx *, float *, int))
{
    if (s->nfx == MAXFX)
        return NULL;
    Fx *f = &s->chain[s->nfx++];
    f->run = run;
    return f;
}

static void addPeak(Strip *s, float hz, float q, float db)
{
    Fx *f = addFx(s, fxBiquad);
    if (!f)
        return;
    float A = powf(10.0f, db / 40.0f), w = 2.0f * (float)M_PI * hz / RATE;
    float al = sinf(w) / (2.0f * q), a0 = 1.0f + al / A;
    f->p[0] = (1.0f + al * A) / a0;
    f->p[1] = -2.0f * cosf(w) / a0;
    f->p[2] = (1.0f - al * A) / a0;
    f->p[3] = f->p[1];
    f->p[4] = (1.0f - al / A) / a0;
}

static int stripInit(Strip *s, int k, int count)
{
    memset(s, 0, sizeof *s);
    s->seed = 1000u + 17u * k;
    s->step = (55.0f * powf(2.0f, (float)(k * 5 % 36) / 12.0f)) / RATE;
    s->gain = 0.9f / sqrtf((float)count);
    float pan = count > 1 ? (float)k / (count - 1) : 0.5f;
    s->panL = cosf(pan * (float)M_PI / 2);
    s->panR = sinf(pan * (float)M_PI / 2);
    addPeak(s, 120.0f + 40.0f * k, 1.1f, (k % 5) - 2.0f);
    addPeak(s, 2000.0f + 150.0f * k, 0.8f, 3.0f - (k % 4));
    Fx *c = addFx(s, fxCompress);
    c->p[0] = 0.02f;
    c->p[1] = 0.0004f;
    c->p[2] = 0.15f + 0.01f * (k % 6);
    c->p[3] = 0.35f;
    if (k % 2) {
        Fx *e = addFx(s, fxEcho);
        e->len = 4000 + 777 * k;
        e->line = calloc(e->len, sizeof(float));
        if (!e->line)
            return -1;
        e->p[0] = 0.4f;
        e->p[1] = 0.3f;
    }
    Fx *d = addFx(s, fxClip);
    d->p[0] = 1.5f;
    d->p[1] = 0.8f;
    return 0;
}

static void stripRender(Strip *s, int n)
{
    for (int i = 0; i < n; i++, s->clock++) {
        if (s->clock % 11025 == 0) {             // next note
            s->seed = s->seed * 1103515245u + 12345u;
            s->env = (s->seed >> 16) % 4 ? 1.0f : 0.2f;
        }
        s->env *= 0.9999f;
        s->phase += s->step;
        if (s->phase >= 1.0f)
            s->phase -= 1.0f;
        s->buf[i] = (2.0f * s->phase - 1.0f) * s->env;
    }
    for (int k = 0; k < s->nfx; k++)
        s->chain[k].run(&s->chain[k], s->buf, n);
    for (int i = 0; i < n; i++)
        if (fabsf(s->buf[i]) > s->peak)
            s->peak = fabsf(s->buf[i]);
}

static void deskBlock(Desk *d, int n)
{
    memset(d->left, 0, sizeof d->left);
    memset(d->right, 0, sizeof d->right);
    for (int k = 0; k < d->count; k++) {
        Strip *s = &d->strips[k];
        stripRender(s, n);
        for (int i = 0; i < n; i++) {
            d->left[i] += s->buf[i] * s->gain * s->panL;
            d->right[i] += s->buf[i] * s->gain * s->panR;
        }
    }
    for (int i = 0; i < n; i++) {                // master limiter
        float a = fmaxf(fabsf(d->left[i]), fabsf(d->right[i]));
        d->limEnv = a > d->limEnv ? a : d->limEnv * 0.9997f;
        float g = d->limEnv > 0.95f ? 0.95f / d->limEnv : 1.0f;
        int l = (int)lrintf(d->left[i] * g * 32767.0f);
        int r = (int)lrintf(d->right[i] * g * 32767.0f);
        if (g < 1.0f)
            d->clipped++;
        d->energy += (double)l * l + (double)r * r;
        d->crc = (d->crc ^ (uint16_t)l) * 16777619u;
        d->crc = (d->crc ^ (uint16_t)r) * 16777619u;
    }
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 20;
    double seconds = argc > 2 ? atof(argv[2]) : 34.0;
    Desk *d = calloc(1, sizeof *d);
    if (!d || count < 1 || !(d->strips = malloc(count * sizeof(Strip)))) {
        fprintf(stderr, "cannot set up the desk\n");
        return 1;
    }
    d->count = count;
    d->crc = 2166136261u;
    for (int k = 0; k < count; k++)
        if (stripInit(&d->strips[k], k, count)) {
            fprintf(stderr, "out of memory\n");
            return 1;
        }
    long total = (long)(seconds * RATE), done = 0;
    while (done < total) {
        int n = total - done < BLOCK ? (int)(total - done) : BLOCK;
        deskBlock(d, n);
        done += n;
    }
    for (int k = 0; k < count; k++)
        printf("strip %2d peak %.5f\n", k, d->strips[k].peak);
    printf("rms %.3f limited %ld crc %08x\n", sqrt(d->energy / (2.0 * total)), d->clipped, d->crc);
    return 0;
}
