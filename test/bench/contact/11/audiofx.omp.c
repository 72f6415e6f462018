/*
 * audiofx - offline audio effects chain and mixdown.
 *
 * Several synthesized tracks are run through a chain (parametric EQ, FIR
 * cabinet, delay, Schroeder reverb, compressor) in blocks and mixed to stereo.
 *
 * usage: audiofx [seconds [tracks [fir_taps]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define RATE  44100
#define BLOCK 512
#define MAX_FX 8

typedef struct Effect Effect;
struct Effect {
    const char *name;
    void (*process)(Effect *self, float *buf, int n);
    void (*destroy)(Effect *self);
    void *priv;
};

typedef struct {
    char name[16];
    Effect fx[MAX_FX];
    int nfx;
    float gain, pan;
    double phase, freq;
    unsigned noise;
    int kind;           /* 0 saw, 1 pluck, 2 noise hats, 3 sine pad */
} Track;

static void *zalloc(size_t n)
{
    void *p = calloc(1, n);
    if (!p) {
        fprintf(stderr, "audiofx: out of memory\n");
        exit(1);
    }
    return p;
}

static void free_priv(Effect *self) { free(self->priv); }

/* ---- biquad equalizer ---- */
typedef struct { double b0, b1, b2, a1, a2, z1, z2; } Biquad;
typedef struct { int n; Biquad band[4]; } Eq;

static Biquad peaking(double f, double q, double db)
{
    double a = pow(10.0, db / 40.0), w = 2 * M_PI * f / RATE, al = sin(w) / (2 * q), c = cos(w);
    double a0 = 1 + al / a;
    Biquad b = { (1 + al * a) / a0, -2 * c / a0, (1 - al * a) / a0, -2 * c / a0, (1 - al / a) / a0, 0, 0 };
    return b;
}

static void eq_process(Effect *self, float *buf, int n)
{
    Eq *eq = self->priv;
    for (int k = 0; k < eq->n; k++) {
        Biquad *b = &eq->band[k];
        for (int i = 0; i < n; i++) {
            double x = buf[i], y = b->b0 * x + b->z1;
            b->z1 = b->b1 * x - b->a1 * y + b->z2;
            b->z2 = b->b2 * x - b->a2 * y;
            buf[i] = (float)y;
        }
    }
}

static Effect eq_new(double low_db, double mid_db, double high_db)
{
    Eq *eq = zalloc(sizeof *eq);
    eq->band[eq->n++] = peaking(120, 0.8, low_db);
    eq->band[eq->n++] = peaking(900, 1.1, mid_db);
    eq->band[eq->n++] = peaking(6000, 0.7, high_db);
    return (Effect){ "eq", eq_process, free_priv, eq };
}

/* ---- FIR (windowed sinc low pass) ---- */
typedef struct { int taps; float *h; float *hist; } Fir;

static void fir_process(Effect *self, float *buf, int n)
{
    Fir *f = self->priv;
    int keep = f->taps - 1;
    memcpy(f->hist + keep, buf, n * sizeof(float));
    /* 32 outputs at a time: taps stay in order, lanes are different samples */
    int i = 0;
    for (; i + 32 <= n; i += 32) {
        float acc[32] = { 0 };
        for (int k = 0; k < f->taps; k++) {
            const float *x = f->hist + keep + i - k;
            float h = f->h[k];
#pragma omp simd
            for (int j = 0; j < 32; j++)
                acc[j] += h * x[j];
        }
        memcpy(buf + i, acc, sizeof acc);
    }
    for (; i < n; i++) {
        float acc = 0;
        for (int k = 0; k < f->taps; k++)
            acc += f->h[k] * f->hist[keep + i - k];
        buf[i] = acc;
    }
    memmove(f->hist, f->hist + n, keep * sizeof(float));
}

static void fir_destroy(Effect *self)
{
    Fir *f = self->priv;
    free(f->h);
    free(f->hist);
    free(f);
}

static Effect fir_new(int taps, double cutoff)
{
    Fir *f = zalloc(sizeof *f);
    f->taps = taps;
    f->h = zalloc(taps * sizeof(float));
    f->hist = zalloc((taps - 1 + BLOCK) * sizeof(float));
    double sum = 0, mid = (taps - 1) / 2.0;
    for (int k = 0; k < taps; k++) {
        double t = k - mid, w = 0.54 - 0.46 * cos(2 * M_PI * k / (taps - 1));
        double s = fabs(t) < 1e-9 ? 2 * cutoff / RATE : sin(2 * M_PI * cutoff / RATE * t) / (M_PI * t);
        f->h[k] = (float)(s * w);
        sum += f->h[k];
    }
    for (int k = 0; k < taps; k++)
        f->h[k] = (float)(f->h[k] / sum);
    return (Effect){ "fir", fir_process, fir_destroy, f };
}

/* ---- delay and reverb ---- */
typedef struct { int len, pos; float feedback, damp, store; float buf[]; } Line;

static Line *line_new(int len, float feedback, float damp)
{
    Line *l = zalloc(sizeof *l + len * sizeof(float));
    l->len = len;
    l->feedback = feedback;
    l->damp = damp;
    return l;
}

static float comb_tick(Line *l, float x)
{
    float y = l->buf[l->pos];
    l->store = y * (1 - l->damp) + l->store * l->damp;
    if (fabsf(l->store) < 1e-15f)
        l->store = 0;
    l->buf[l->pos] = x + l->store * l->feedback;
    if (++l->pos == l->len)
        l->pos = 0;
    return y;
}

static float allpass_tick(Line *l, float x)
{
    float d = l->buf[l->pos], y = d - x;
    l->buf[l->pos] = x + d * l->feedback;
    if (++l->pos == l->len)
        l->pos = 0;
    return y;
}

static void delay_process(Effect *self, float *buf, int n)
{
    for (int i = 0; i < n; i++)
        buf[i] += 0.4f * comb_tick(self->priv, buf[i]);
}

static Effect delay_new(double seconds, float feedback)
{
    return (Effect){ "delay", delay_process, free_priv, line_new((int)(seconds * RATE), feedback, 0.2f) };
}

typedef struct { Line *comb[8]; Line *ap[4]; float wet; } Reverb;

static void reverb_process(Effect *self, float *buf, int n)
{
    Reverb *r = self->priv;
    for (int i = 0; i < n; i++) {
        float in = buf[i] * 0.12f, out = 0;
        for (int k = 0; k < 8; k++)
            out += comb_tick(r->comb[k], in);
        for (int k = 0; k < 4; k++)
            out = allpass_tick(r->ap[k], out);
        buf[i] = buf[i] * (1 - r->wet) + out * r->wet;
    }
}

static void reverb_destroy(Effect *self)
{
    Reverb *r = self->priv;
    for (int k = 0; k < 8; k++)
        free(r->comb[k]);
    for (int k = 0; k < 4; k++)
        free(r->ap[k]);
    free(r);
}

static Effect reverb_new(float room, float wet)
{
    static const int comb_len[8] = { 1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617 };
    static const int ap_len[4] = { 556, 441, 341, 225 };
    Reverb *r = zalloc(sizeof *r);
    for (int k = 0; k < 8; k++)
        r->comb[k] = line_new(comb_len[k], room, 0.25f);
    for (int k = 0; k < 4; k++)
        r->ap[k] = line_new(ap_len[k], 0.5f, 0);
    r->wet = wet;
    return (Effect){ "reverb", reverb_process, reverb_destroy, r };
}

/* ---- tracks ---- */
static void track_init(Track *t, int index, int taps)
{
    memset(t, 0, sizeof *t);
    snprintf(t->name, sizeof t->name, "track%02d", index);
    t->kind = index % 4;
    t->freq = 55.0 * pow(2.0, (index * 7 % 24) / 12.0);
    t->noise = 1234567u + 7919u * (unsigned)index;
    t->gain = 0.8f / (1 + index % 3);
    t->pan = (float)(index % 5) / 4.0f;
    t->fx[t->nfx++] = eq_new(3.0 - index % 7, index % 5 - 2.0, 2.0 - index % 4);
    if (t->kind != 3)
        t->fx[t->nfx++] = fir_new(taps, 3500.0 + 400 * index);
    if (t->kind == 1 || index % 3 == 0)
        t->fx[t->nfx++] = delay_new(0.11 + 0.03 * (index % 6), 0.45f);
    t->fx[t->nfx++] = reverb_new(0.8f + 0.01f * (index % 8), 0.3f);
}

static void track_generate(Track *t, float *out, int n, long start)
{
    for (int i = 0; i < n; i++) {
        long beat = (start + i) % (RATE / 2);
        double env = exp(-6.0 * beat / RATE);
        t->phase += t->freq / RATE;
        t->phase -= floor(t->phase);
        t->noise = t->noise * 196314165u + 907633515u;
        double w = (double)(int)t->noise / 2147483648.0;
        switch (t->kind) {
        case 0:  out[i] = (float)(2 * t->phase - 1); break;
        case 1:  out[i] = (float)(env * (t->phase < 0.5 ? 1 : -1)); break;
        case 2:  out[i] = (float)(env * env * w); break;
        default: out[i] = (float)(0.6 * sin(2 * M_PI * t->phase) + 0.01 * w); break;
        }
    }
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 9.0;
    int ntracks = argc > 2 ? atoi(argv[2]) : 10;
    int taps = argc > 3 ? atoi(argv[3]) : 257;
    if (seconds <= 0 || seconds > 600 || ntracks < 1 || ntracks > 64 || taps < 3 || taps > 4096) {
        fprintf(stderr, "usage: audiofx [seconds [tracks [fir_taps]]]\n");
        return 1;
    }
    long total = (long)(seconds * RATE);
    Track *tracks = zalloc(ntracks * sizeof *tracks);
    float *left = zalloc(total * sizeof *left), *right = zalloc(total * sizeof *right);
    double *power = zalloc(ntracks * sizeof *power);

    for (int t = 0; t < ntracks; t++)
        track_init(&tracks[t], t, taps);
    /*
     * Tracks are independent; a batch of blocks is rendered per track, then
     * mixed in track order.
     */
    enum { BATCH = 16 };
    float *stem = zalloc((size_t)ntracks * BATCH * BLOCK * sizeof *stem);
#pragma omp parallel
    for (long base = 0; base < total; base += BATCH * BLOCK) {
        long end = total - base < BATCH * BLOCK ? total : base + BATCH * BLOCK;
#pragma omp for schedule(dynamic, 1)
        for (int t = 0; t < ntracks; t++) {
            Track *tr = &tracks[t];
            double pw = power[t];
            for (long pos = base; pos < end; pos += BLOCK) {
                int n = total - pos < BLOCK ? (int)(total - pos) : BLOCK;
                float *buf = stem + (size_t)t * BATCH * BLOCK + (pos - base);
                track_generate(tr, buf, n, pos);
                for (int k = 0; k < tr->nfx; k++)
                    tr->fx[k].process(&tr->fx[k], buf, n);
                for (int i = 0; i < n; i++)
                    pw += (double)buf[i] * buf[i];
            }
            power[t] = pw;
        }
#pragma omp for schedule(static)
        for (long p = base; p < end; p++) {
            float l = 0, r = 0;
            for (int t = 0; t < ntracks; t++) {
                const Track *tr = &tracks[t];
                float x = stem[(size_t)t * BATCH * BLOCK + (p - base)];
                l += tr->gain * (1 - tr->pan) * x;
                r += tr->gain * tr->pan * x;
            }
            left[p] = l;
            right[p] = r;
        }
    }
    free(stem);
    float peak = 0;
    unsigned hash = 5381;
    for (long i = 0; i < total; i++) {
        peak = fmaxf(peak, fmaxf(fabsf(left[i]), fabsf(right[i])));
        int l = (int)lrintf(left[i] * 4096), r = (int)lrintf(right[i] * 4096);
        hash = (hash * 33u ^ (unsigned)l) * 33u ^ (unsigned)r;
    }
    printf("%ld samples, %d tracks, peak %.6f, hash %08x\n", total, ntracks, peak, hash);
    for (int t = 0; t < ntracks; t++) {
        printf("%s rms %.8f chain:", tracks[t].name, sqrt(power[t] / total));
        for (int k = 0; k < tracks[t].nfx; k++) {
            printf(" %s", tracks[t].fx[k].name);
            tracks[t].fx[k].destroy(&tracks[t].fx[k]);
        }
        putchar('\n');
    }
    free(tracks);
    free(left);
    free(right);
    free(power);
    return 0;
}
