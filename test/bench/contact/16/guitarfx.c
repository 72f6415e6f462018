/* guitarfx - offline multi-track effect rack.
 * Every track owns a chain of effects; the session is rendered block by block
 * and mixed to a mono master bus. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define SRATE 44100.0f
#define BLOCK 1024

typedef struct Effect Effect;
struct Effect {
    void (*process)(Effect *fx, float *buf, int n);
    float p[6];
    float z[4];
    float *line;
    int len, pos;
    float phase;
    Effect *next;
};

typedef struct {
    Effect *chain;
    float freq, gain, osc, env;
    unsigned int seed;
    float buf[BLOCK];
    float peak;
} Track;

static void fx_drive(Effect *fx, float *buf, int n)
{
    float pre = fx->p[0], mix = fx->p[1];
    for (int i = 0; i < n; i++) {
        float wet = tanhf(buf[i] * pre);
        buf[i] = buf[i] * (1.0f - mix) + wet * mix;
    }
}

static void fx_biquad(Effect *fx, float *buf, int n)
{
    for (int i = 0; i < n; i++) {
        float x = buf[i];
        float y = fx->p[0] * x + fx->z[0];
        fx->z[0] = fx->p[1] * x - fx->p[3] * y + fx->z[1];
        fx->z[1] = fx->p[2] * x - fx->p[4] * y;
        buf[i] = y;
    }
}

static void fx_delay(Effect *fx, float *buf, int n)
{
    for (int i = 0; i < n; i++) {
        float d = fx->line[fx->pos];
        fx->line[fx->pos] = buf[i] + d * fx->p[0];
        if (++fx->pos == fx->len)
            fx->pos = 0;
        buf[i] += d * fx->p[1];
    }
}

static void fx_chorus(Effect *fx, float *buf, int n)
{
    for (int i = 0; i < n; i++) {
        fx->line[fx->pos] = buf[i];
        float off = fx->p[0] + fx->p[1] * sinf(fx->phase);
        fx->phase += fx->p[2];
        if (fx->phase > 6.2831853f)
            fx->phase -= 6.2831853f;
        int whole = (int)off;
        float frac = off - (float)whole;
        int a = fx->pos - whole;
        if (a < 0) a += fx->len;
        int b = a - 1;
        if (b < 0) b += fx->len;
        buf[i] = 0.6f * buf[i] + 0.4f * (fx->line[a] * (1.0f - frac) + fx->line[b] * frac);
        if (++fx->pos == fx->len)
            fx->pos = 0;
    }
}

static Effect *fx_new(void (*fn)(Effect *, float *, int), int len, Effect *next)
{
    Effect *fx = calloc(1, sizeof *fx);
    if (!fx) exit(1);
    fx->process = fn;
    fx->len = len;
    if (len > 0) {
        fx->line = calloc((size_t)len, sizeof(float));
        if (!fx->line) exit(1);
    }
    fx->next = next;
    return fx;
}

static Effect *lowpass(float fc, float q, Effect *next)
{
    Effect *fx = fx_new(fx_biquad, 0, next);
    float w = 6.2831853f * fc / SRATE, al = sinf(w) / (2.0f * q), c = cosf(w), a0 = 1.0f + al;
    fx->p[0] = (1.0f - c) * 0.5f / a0;
    fx->p[1] = (1.0f - c) / a0;
    fx->p[2] = fx->p[0];
    fx->p[3] = -2.0f * c / a0;
    fx->p[4] = (1.0f - al) / a0;
    return fx;
}

static Effect *build_chain(int t)
{
    Effect *e = fx_new(fx_delay, 9000 + 611 * t, NULL);
    e->p[0] = 0.35f;
    e->p[1] = 0.3f;
    e = lowpass(2500.0f + 150.0f * (float)t, 0.8f, e);
    if (t % 3 != 2) {
        e = fx_new(fx_chorus, 2048, e);
        e->p[0] = 700.0f;
        e->p[1] = 200.0f + 10.0f * (float)t;
        e->p[2] = 6.2831853f * (0.3f + 0.05f * (float)t) / SRATE;
    }
    e = fx_new(fx_drive, 0, e);
    e->p[0] = 3.0f + (float)t;
    e->p[1] = 0.7f;
    return lowpass(6000.0f, 0.7f, e);
}

static void synth(Track *t, int n)
{
    for (int i = 0; i < n; i++) {
        t->seed = t->seed * 1664525u + 1013904223u;
        if ((t->seed >> 18) == 77u)
            t->env = 1.0f;
        t->osc += t->freq / SRATE;
        if (t->osc >= 1.0f)
            t->osc -= 1.0f;
        float noise = (float)(t->seed >> 9) * (1.0f / 8388608.0f) - 0.5f;
        t->buf[i] = t->env * (2.0f * t->osc - 1.0f + 0.1f * noise);
        t->env = t->env * 0.9999f + 1e-6f;
    }
}

static void render_track(Track *t)
{
    synth(t, BLOCK);
    for (Effect *e = t->chain; e; e = e->next)
        e->process(e, t->buf, BLOCK);
    for (int i = 0; i < BLOCK; i++) {
        float a = fabsf(t->buf[i]);
        if (a > t->peak)
            t->peak = a;
    }
}

int main(int argc, char **argv)
{
    int ntracks = argc > 1 ? atoi(argv[1]) : 12;
    int nblocks = argc > 2 ? atoi(argv[2]) : 2400;
    Track *tracks = calloc((size_t)ntracks, sizeof *tracks);
    float *master = malloc(sizeof(float) * BLOCK);
    if (!tracks || !master)
        return 1;
    for (int t = 0; t < ntracks; t++) {
        tracks[t].chain = build_chain(t);
        tracks[t].freq = 82.4f * powf(1.189f, (float)t);
        tracks[t].gain = 0.8f / (float)(t + 2);
        tracks[t].seed = 17u + 7919u * (unsigned)t;
        tracks[t].env = 1.0f;
    }
    double energy = 0.0;
    float mpeak = 0.0f;
    for (int b = 0; b < nblocks; b++) {
        for (int t = 0; t < ntracks; t++)
            render_track(&tracks[t]);
        memset(master, 0, sizeof(float) * BLOCK);
        for (int t = 0; t < ntracks; t++)
            for (int i = 0; i < BLOCK; i++)
                master[i] += tracks[t].gain * tracks[t].buf[i];
        for (int i = 0; i < BLOCK; i++) {
            energy += (double)master[i] * master[i];
            if (fabsf(master[i]) > mpeak)
                mpeak = fabsf(master[i]);
        }
    }
    printf("master rms %.9f peak %.7f\n", sqrt(energy / ((double)nblocks * BLOCK)), mpeak);
    for (int t = 0; t < ntracks; t++) {
        printf("track %2d peak %.7f\n", t, tracks[t].peak);
        for (Effect *e = tracks[t].chain; e;) {
            Effect *nx = e->next;
            free(e->line);
            free(e);
            e = nx;
        }
    }
    free(master);
    free(tracks);
    return 0;
}
