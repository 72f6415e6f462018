/* fmsynth: offline render of a small generative piece.
 * sequencer, voices (fm, pluck, organ), ping-pong echo, reverb, limiter, meter
 * usage: fmsynth [seconds] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define SR       44100
#define BLOCK    1024
#define MAXVOICE 48
#define TWO_PI   6.28318530717958648

struct voice;
typedef void (*render_fn)(struct voice *, float *out, int n);

struct voice {
    render_fn render;
    int active, age, hold;
    float gain, pan;
    double ph[10], freq;
    float env, lp;
    int slen, spos;
    float string[SR / 20];  /* delay line of the plucked string */
};

static struct voice voices[MAXVOICE];
static unsigned long rngs;
static int stolen, started, clipped;

static unsigned rnd(unsigned n)
{
    rngs = (rngs * 1103515245ul + 12345ul) & 0x7ffffffful;
    return (unsigned)((rngs >> 8) % n);
}

/* linear attack, exponential tail once the hold time has run out */
static float envelope(struct voice *v, float attack, float release)
{
    v->age++;
    if (v->age < v->hold) {
        v->env = fminf(1.0f, v->env + attack);
    } else if ((v->env *= release) < 1e-4f)
        v->active = 0;
    return v->env;
}

static void render_fm(struct voice *v, float *out, int n)
{
    double dc = v->freq / SR, dm = v->freq * 3.51 / SR;
    for (int i = 0; i < n && v->active; i++) {
        float e = envelope(v, 0.004f, 0.9997f);
        float m = sinf((float)(TWO_PI * v->ph[1]));
        float index = 0.5f + 3.0f * e * e;
        float s = sinf((float)(TWO_PI * v->ph[0]) + index * m);
        v->lp += 0.35f * (s - v->lp);
        out[i] += v->gain * e * v->lp;
        v->ph[0] += dc; if (v->ph[0] >= 1.0) v->ph[0] -= 1.0;
        v->ph[1] += dm; if (v->ph[1] >= 1.0) v->ph[1] -= 1.0;
    }
}

static void render_pluck(struct voice *v, float *out, int n)
{
    for (int i = 0; i < n && v->active; i++) {
        float e = envelope(v, 0.05f, 0.9996f);
        int nx = v->spos + 1 == v->slen ? 0 : v->spos + 1;
        float s = v->string[v->spos];
        v->string[v->spos] = 0.498f * (s + v->string[nx]);
        v->spos = nx;
        out[i] += v->gain * 1.8f * e * s;
    }
}

static void render_organ(struct voice *v, float *out, int n)
{
    static const float drawbar[9] = { .6f, .4f, 1.f, .7f, .5f, .3f, .3f, .2f, .15f };
    static const float ratio[9] = { .5f, 1.5f, 1.f, 2.f, 3.f, 4.f, 5.f, 6.f, 8.f };
    for (int i = 0; i < n && v->active; i++) {
        float e = envelope(v, 0.0008f, 0.9985f);
        double vib = 1.0 + 0.004 * sin(TWO_PI * v->ph[9]);
        float s = 0;
        for (int k = 0; k < 9; k++) {
            s += drawbar[k] * sinf((float)(TWO_PI * v->ph[k]));
            v->ph[k] += v->freq * ratio[k] * vib / SR;
            v->ph[k] -= (int)v->ph[k];
        }
        v->ph[9] += 5.8 / SR;
        out[i] += v->gain * 0.3f * e * s;
    }
}

static void note_on(int kind, int note, int hold, float gain)
{
    static const render_fn kinds[3] = { render_fm, render_pluck, render_organ };
    int best = 0;
    for (int k = 0; k < MAXVOICE; k++) {
        if (!voices[k].active) { best = k; break; }
        if (voices[k].age > voices[best].age) best = k;
    }
    struct voice *v = &voices[best];
    stolen += v->active;
    memset(v, 0, sizeof *v);
    v->active = 1, v->render = kinds[kind];
    v->hold = hold, v->gain = gain;
    v->pan = (float)(20 + rnd(61)) / 100.0f;
    v->freq = 440.0 * pow(2.0, (note - 69) / 12.0);
    v->slen = (int)(SR / v->freq);
    for (int i = 0; i < v->slen && kind == 1; i++)
        v->string[i] = (float)rnd(2001) / 1000.0f - 1.0f;
    started++;
}

/* called once per block; a random walk over a scale with chords now and then */
static void sequencer(int block)
{
    static const int scale[7] = { 0, 2, 3, 5, 7, 8, 11 };
    static int deg = 10;
    if (block % 5 == 0) {
        deg += (int)rnd(7) - 3;
        deg = deg < 3 ? 5 : deg > 24 ? 20 : deg;
        note_on((int)rnd(2), 36 + deg / 7 * 12 + scale[deg % 7], SR / 2, 0.30f);
    }
    if (block % 40 == 0)
        for (int k = 0; k < 3 + (int)rnd(2); k++) {
            int d = deg + 2 * k;
            note_on(2, 36 + d / 7 * 12 + scale[d % 7], SR * 3 / 2, 0.12f);
        }
}

struct delay { float buf[18000]; int len, pos; };

static struct delay echo[2], comb[2][4], allp[2][2];

static float tap(struct delay *d, float in)
{
    float o = d->buf[d->pos];
    d->buf[d->pos] = in;
    if (++d->pos == d->len) d->pos = 0;
    return o;
}

static float reverb(int ch, float x)
{
    float y = 0;
    for (int k = 0; k < 4; k++) {
        struct delay *d = &comb[ch][k];
        y += tap(d, x + 0.79f * d->buf[d->pos]);
    }
    for (int k = 0; k < 2; k++) {
        struct delay *d = &allp[ch][k];
        float o = d->buf[d->pos], w = y + 0.5f * o;
        tap(d, w);
        y = o - 0.5f * w;
    }
    return y * 0.25f;
}

static void effects(float *l, float *r, int n)
{
    for (int i = 0; i < n; i++) {
        float el = echo[0].buf[echo[0].pos], er = echo[1].buf[echo[1].pos];
        tap(&echo[0], l[i] + 0.45f * er);
        tap(&echo[1], r[i] + 0.45f * el);
        l[i] += 0.3f * el, r[i] += 0.3f * er;
    }
    for (int i = 0; i < n; i++) {
        l[i] += 0.25f * reverb(0, l[i]);
        r[i] += 0.25f * reverb(1, r[i]);
    }
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 50;
    static const int cl[4] = { 1557, 1617, 1491, 1422 }, al[2] = { 225, 556 };
    static float bus[BLOCK], left[BLOCK], right[BLOCK];
    rngs = argc > 2 ? strtoul(argv[2], NULL, 10) : 4711ul;
    for (int c = 0; c < 2; c++) {
        echo[c].len = SR * 3 / 8 + c * 911;
        for (int k = 0; k < 4; k++) comb[c][k].len = cl[k] + 23 * c;
        for (int k = 0; k < 2; k++) allp[c][k].len = al[k] + 23 * c;
    }
    int nblocks = seconds * SR / BLOCK;
    unsigned crc = 0;
    double sq = 0, peak = 0;
    for (int b = 0; b < nblocks; b++) {
        sequencer(b);
        memset(left, 0, sizeof left), memset(right, 0, sizeof right);
        int busy = 0;
        for (int k = 0; k < MAXVOICE; k++) {
            if (!voices[k].active) continue;
            memset(bus, 0, sizeof bus);
            voices[k].render(&voices[k], bus, BLOCK);
            for (int i = 0; i < BLOCK; i++) {
                left[i] += bus[i] * (1 - voices[k].pan);
                right[i] += bus[i] * voices[k].pan;
            }
            busy++;
        }
        effects(left, right, BLOCK);
        for (int i = 0; i < BLOCK; i++)
            for (int c = 0; c < 2; c++) {
                float s = c ? right[i] : left[i];
                if (fabsf(s) > 1.0f) { s = s > 0 ? 1.0f : -1.0f; clipped++; }
                sq += s * s;
                if (fabsf(s) > peak) peak = fabsf(s);
                int pcm = (int)lrintf(s * 32767.0f);
                crc = (crc << 1 | crc >> 31) ^ (unsigned)(pcm & 0xffff);
            }
        if ((b + 1) % 215 == 0) {
            printf("%6.2fs  voices %2d  rms %7.2f dB  peak %.3f  sum %08x\n", (b + 1.0) * BLOCK / SR,
                   busy, 10 * log10(sq / (2.0 * 215 * BLOCK) + 1e-12), peak, crc);
            sq = peak = 0;
        }
    }
    printf("%d notes, %d stolen, %d clipped, final %08x\n", started, stolen, clipped, crc);
    return 0;
}
