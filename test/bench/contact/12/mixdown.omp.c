/* mixdown - offline mix of a number of synthetic tracks
 *
 * Every track is an oscillator voice with a chain of effects
 * (EQ, compressor, chorus, delay, reverb).  The tracks are rendered buffer by
 * buffer, panned, summed to the stereo bus and limited.
 *
 *   mixdown [seconds [tracks]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define SR     44100
#define BUFLEN 256
#define MAXFX  8

typedef float sample;

/* generic effect: processes a mono buffer in place */
typedef struct effect {
    const char *name;
    void (*process)(void *self, sample *buf, int n);
    void *self;
} effect;

typedef struct track {
    /* voice */
    uint32_t seed;
    double phase, inc, lfo, env;
    int note_left, shape;
    int scale_root;
    /* chain */
    effect fx[MAXFX];
    int nfx;
    float pan_l, pan_r;
    /* metering */
    double peak, energy;
    long clipped;
} track;

static void *zalloc(size_t n)
{
    void *p = calloc(1, n);
    if (!p) {
        fputs("mixdown: no memory\n", stderr);
        exit(1);
    }
    return p;
}

static uint32_t next(uint32_t *s) { return *s = *s * 1664525u + 1013904223u; }
static double frand(uint32_t *s) { return (next(s) >> 9) / 8388608.0; }

/* ---- EQ ------------------------------------------------------------- */
typedef struct { double b0, b1, b2, a1, a2, z1, z2; } biquad;

static void eq_process(void *self, sample *buf, int n)
{
    biquad *q = self;
    for (int i = 0; i < n; i++) {
        double x = buf[i], y = q->b0 * x + q->z1;
        q->z1 = q->b1 * x - q->a1 * y + q->z2;
        q->z2 = q->b2 * x - q->a2 * y;
        buf[i] = (sample)y;
    }
}

static void *eq_new(double freq, double gain_db, double Q)
{
    biquad *q = zalloc(sizeof *q);
    double A = pow(10, gain_db / 40), w = 2 * 3.14159265358979 * freq / SR;
    double al = sin(w) / (2 * Q), a0 = 1 + al / A;
    q->b0 = (1 + al * A) / a0;
    q->b1 = -2 * cos(w) / a0;
    q->b2 = (1 - al * A) / a0;
    q->a1 = -2 * cos(w) / a0;
    q->a2 = (1 - al / A) / a0;
    return q;
}

/* ---- compressor ----------------------------------------------------- */
typedef struct { double env, attack, release, thresh, ratio; } comp;

static void comp_process(void *self, sample *buf, int n)
{
    comp *c = self;
    for (int i = 0; i < n; i++) {
        double a = fabs(buf[i]);
        double k = a > c->env ? c->attack : c->release;
        c->env = a + k * (c->env - a);
        if (c->env > c->thresh)
            buf[i] *= (float)pow(c->env / c->thresh, 1 / c->ratio - 1);
    }
}

static void *comp_new(double thresh, double ratio)
{
    comp *c = zalloc(sizeof *c);
    c->attack = exp(-1.0 / (0.005 * SR));
    c->release = exp(-1.0 / (0.12 * SR));
    c->thresh = thresh;
    c->ratio = ratio;
    return c;
}

/* ---- delay line based effects --------------------------------------- */
typedef struct { sample *line; int len, pos; float fb, mix; double lfo, rate, depth; } delay;

static void delay_process(void *self, sample *buf, int n)
{
    delay *d = self;
    for (int i = 0; i < n; i++) {
        sample out = d->line[d->pos];
        d->line[d->pos] = buf[i] + d->fb * out;
        if (++d->pos == d->len)
            d->pos = 0;
        buf[i] += d->mix * out;
    }
}

static void chorus_process(void *self, sample *buf, int n)
{
    delay *d = self;
    for (int i = 0; i < n; i++) {
        d->line[d->pos] = buf[i];
        double off = d->len * 0.5 + d->depth * sin(d->lfo);
        d->lfo += d->rate;
        if (d->lfo > 6.283185307179586)
            d->lfo -= 6.283185307179586;
        double rp = d->pos - off;
        if (rp < 0)
            rp += d->len;
        int k = (int)rp;
        double fr = rp - k;
        int k2 = k + 1 >= d->len ? 0 : k + 1;
        if (k >= d->len) k = 0;
        buf[i] = (sample)(buf[i] * (1 - d->mix) + d->mix * ((1 - fr) * d->line[k] + fr * d->line[k2]));
        if (++d->pos == d->len)
            d->pos = 0;
    }
}

static void *delay_new(int len, float fb, float mix)
{
    delay *d = zalloc(sizeof *d);
    d->line = zalloc(len * sizeof(sample));
    d->len = len;
    d->fb = fb;
    d->mix = mix;
    d->rate = 6.283185307179586 * 0.7 / SR;
    d->depth = len * 0.3;
    return d;
}

/* ---- reverb: 6 combs and 3 allpasses -------------------------------- */
typedef struct { sample *line; int len, pos; float damp, last; } comb;
typedef struct { comb c[6], a[3]; float room, wet; } reverb;

static void reverb_process(void *self, sample *buf, int n)
{
    reverb *r = self;
    for (int i = 0; i < n; i++) {
        float in = buf[i] * 0.2f, out = 0;
        for (int k = 0; k < 6; k++) {
            comb *c = &r->c[k];
            float y = c->line[c->pos];
            c->last = y * (1 - c->damp) + c->last * c->damp;
            c->line[c->pos] = in + c->last * r->room;
            if (++c->pos == c->len)
                c->pos = 0;
            out += y;
        }
        for (int k = 0; k < 3; k++) {
            comb *c = &r->a[k];
            float y = c->line[c->pos];
            c->line[c->pos] = out + y * 0.5f;
            if (++c->pos == c->len)
                c->pos = 0;
            out = y - out * 0.5f;
        }
        buf[i] += out * r->wet;
    }
}

static void *reverb_new(float room, float wet)
{
    static const int clen[6] = { 1116, 1188, 1277, 1356, 1422, 1491 };
    static const int alen[3] = { 556, 441, 341 };
    reverb *r = zalloc(sizeof *r);
    for (int k = 0; k < 6; k++) {
        r->c[k].len = clen[k];
        r->c[k].damp = 0.2f;
        r->c[k].line = zalloc(clen[k] * sizeof(sample));
    }
    for (int k = 0; k < 3; k++) {
        r->a[k].len = alen[k];
        r->a[k].line = zalloc(alen[k] * sizeof(sample));
    }
    r->room = room;
    r->wet = wet;
    return r;
}

/* ---- tracks --------------------------------------------------------- */
static void add_fx(track *t, const char *name, void (*fn)(void *, sample *, int), void *self)
{
    effect e = { name, fn, self };
    if (t->nfx < MAXFX)
        t->fx[t->nfx++] = e;
}

static void track_init(track *t, int no, int total)
{
    t->seed = 977u * (no + 1);
    t->shape = no % 3;
    t->scale_root = 36 + 5 * (no % 6);
    double pan = total > 1 ? (double)no / (total - 1) : 0.5;
    t->pan_l = (float)cos(pan * 1.5707963);
    t->pan_r = (float)sin(pan * 1.5707963);
    add_fx(t, "eq low", eq_process, eq_new(120, -4 + no % 5, 0.7));
    add_fx(t, "eq mid", eq_process, eq_new(900 + 100 * no, 3, 1.2));
    if (no % 2 == 0)
        add_fx(t, "comp", comp_process, comp_new(0.25, 4));
    if (no % 3 == 1)
        add_fx(t, "chorus", chorus_process, delay_new(1200, 0, 0.4f));
    if (no % 4 != 3)
        add_fx(t, "delay", delay_process, delay_new(9000 + 700 * no, 0.35f, 0.3f));
    add_fx(t, "reverb", reverb_process, reverb_new(0.8f, 0.25f));
}

static void voice(track *t, sample *buf, int n)
{
    static const int scale[7] = { 0, 2, 4, 5, 7, 9, 11 };
    for (int i = 0; i < n; i++) {
        if (t->note_left-- <= 0) {
            int note = t->scale_root + scale[next(&t->seed) / 613566757u] + 12 * (int)(2 * frand(&t->seed));
            t->inc = 440 * pow(2, (note - 69) / 12.0) / SR;
            t->note_left = (int)(SR * (0.1 + 0.3 * frand(&t->seed)));
            t->env = 0.8;
        }
        t->phase += t->inc * (1 + 0.004 * sin(t->lfo));
        t->lfo += 0.0007;
        if (t->phase >= 1)
            t->phase -= 1;
        double x;
        switch (t->shape) {
        case 0:  x = sin(6.283185307179586 * t->phase); break;
        case 1:  x = 2 * t->phase - 1; break;
        default: x = t->phase < 0.3 ? 1 : -1; break;
        }
        t->env *= 0.99992;
        buf[i] = (sample)(x * t->env + 0.002 * (frand(&t->seed) - 0.5));
    }
}

static void render(track *t, sample *buf, int n)
{
    voice(t, buf, n);
    for (int k = 0; k < t->nfx; k++)
        t->fx[k].process(t->fx[k].self, buf, n);
    for (int i = 0; i < n; i++) {
        double a = fabs(buf[i]);
        if (a > t->peak)
            t->peak = a;
        if (a > 1)
            t->clipped++;
        t->energy += a * a;
    }
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 45;
    int ntracks = argc > 2 ? atoi(argv[2]) : 12;
    if (seconds < 1 || seconds > 200 || ntracks < 1 || ntracks > 64)
        return fprintf(stderr, "usage: mixdown [seconds [tracks]]\n"), 1;

    track *tracks = zalloc(ntracks * sizeof *tracks);
    for (int k = 0; k < ntracks; k++)
        track_init(&tracks[k], k, ntracks);

    int nbuf = seconds * SR / BUFLEN;
    int16_t *pcm = zalloc((size_t)nbuf * BUFLEN * 2 * sizeof *pcm);
    sample busl[BUFLEN], busr[BUFLEN];
    size_t len = (size_t)nbuf * BUFLEN;
    sample *all = zalloc(ntracks * len * sizeof *all);

    /* the tracks do not depend on each other: render each one completely */
    #pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < ntracks; k++) {
        track t = tracks[k];    /* private copy, no false sharing */
        for (int b = 0; b < nbuf; b++)
            render(&t, all + k * len + (size_t)b * BUFLEN, BUFLEN);
        tracks[k] = t;
    }

    double gain = 1;
    long limited = 0;

    for (int b = 0; b < nbuf; b++) {
        memset(busl, 0, sizeof busl);
        memset(busr, 0, sizeof busr);
        for (int k = 0; k < ntracks; k++) {
            track *t = &tracks[k];
            const sample *buf = all + k * len + (size_t)b * BUFLEN;
            for (int i = 0; i < BUFLEN; i++) {
                busl[i] += buf[i] * t->pan_l * 0.4f;
                busr[i] += buf[i] * t->pan_r * 0.4f;
            }
        }
        for (int i = 0; i < BUFLEN; i++) {      /* limiter */
            double m = fmax(fabs(busl[i]), fabs(busr[i])) * gain;
            if (m > 0.95) {
                gain *= 0.95 / m;
                limited++;
            } else
                gain += (1 - gain) * 0.0002;
            pcm[2 * (b * BUFLEN + i)] = (int16_t)lrint(busl[i] * gain * 32000);
            pcm[2 * (b * BUFLEN + i) + 1] = (int16_t)lrint(busr[i] * gain * 32000);
        }
    }

    uint32_t a1 = 1, a2 = 0;
    for (int i = 0; i < nbuf * BUFLEN * 2; i++) {
        a1 = (a1 + (uint16_t)pcm[i]) % 65521;
        a2 = (a2 + a1) % 65521;
    }
    for (int k = 0; k < ntracks; k++)
        printf("track %2d: %d fx (last %s) peak %.5f rms %.6f over %ld\n", k, tracks[k].nfx,
               tracks[k].fx[tracks[k].nfx - 1].name, tracks[k].peak,
               sqrt(tracks[k].energy / ((double)nbuf * BUFLEN)), tracks[k].clipped);
    printf("%d frames, adler %08x, limited %ld, final gain %.6f\n", nbuf * BUFLEN, a2 << 16 | a1, limited, gain);
    return 0;
}
