/*
 * formants.c -- estimate vowel formants from synthetic speech by LPC
 *
 *   formants [seconds] [order] [hop]
 *
 * A glottal pulse train is passed through a cascade of resonators that moves
 * from vowel to vowel; then each frame is windowed, autocorrelated, solved by
 * Levinson-Durbin, and the spectral envelope is searched for peaks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define RATE      16000
#define FRAME     400
#define MAXORDER  32
#define NBINS     256
#define NFORM     3

typedef struct {
    const char *name;
    float f[NFORM];
    float bw[NFORM];
} Vowel;

typedef struct {
    long n;
    float *x;
} Audio;

typedef struct {
    double energy;
    double gain;
    float formant[NFORM];
    int nfound;
    int vowel;          /* index or -1 */
} FrameResult;

typedef struct {
    int order;
    int hop;
    float window[FRAME];
    float cs[NBINS][MAXORDER + 1];
    float sn[NBINS][MAXORDER + 1];
} Analyzer;

static const Vowel vowels[] = {
    { "a", { 730, 1090, 2440 }, { 60, 70, 110 } },
    { "e", { 530, 1840, 2480 }, { 50, 80, 120 } },
    { "i", { 270, 2290, 3010 }, { 40, 90, 130 } },
    { "o", { 570,  840, 2410 }, { 55, 65, 110 } },
    { "u", { 300,  870, 2240 }, { 45, 60, 100 } },
};
enum { NVOWEL = sizeof vowels / sizeof vowels[0] };

static unsigned noise_state = 1u;

static float noise(void)
{
    noise_state = noise_state * 69069u + 1u;
    return (float)(int)(noise_state >> 8) / 8388608.0f - 1.0f;
}

static void *check(void *p)
{
    if (!p) {
        fprintf(stderr, "formants: out of memory\n");
        exit(1);
    }
    return p;
}

/* two-pole resonator with memory */
struct resonator { double y1, y2; };

struct coef { double b, c; };

static struct coef resonator_coef(double f, double bw)
{
    double rad = exp(-M_PI * bw / RATE);
    struct coef k = { 2 * rad * cos(2 * M_PI * f / RATE), -rad * rad };
    return k;
}

static double resonate(struct resonator *r, struct coef k, double x)
{
    double b = k.b, c = k.c;
    double y = (1 - b - c) * x + b * r->y1 + c * r->y2;
    r->y2 = r->y1;
    r->y1 = y;
    return y;
}

/* The pitch and filter coefficients of a block of samples are computed in
   parallel, the recursive filters themselves run in order. */
#define BLOCK 65536
static void synthesize(Audio *a)
{
    struct resonator res[NFORM];
    struct coef (*co)[NFORM] = check(malloc(BLOCK * sizeof *co));
    double *pitch = check(malloc(BLOCK * sizeof *pitch));
    double phase = 0;
    long seg = RATE / 4;

    memset(res, 0, sizeof res);
    for (long i0 = 0; i0 < a->n; i0 += BLOCK) {
        long m = a->n - i0 < BLOCK ? a->n - i0 : BLOCK;
#pragma omp parallel for schedule(static)
        for (long j = 0; j < m; j++) {
            long i = i0 + j;
            const Vowel *v = &vowels[(i / seg * 3) % NVOWEL], *w = &vowels[((i / seg + 1) * 3) % NVOWEL];
            double mix = (double)(i % seg) / seg;
            pitch[j] = 110 + 25 * sin(i * 3.0 / RATE);
            mix = mix < 0.7 ? 0 : (mix - 0.7) / 0.3;
            for (int k = 0; k < NFORM; k++)
                co[j][k] = resonator_coef(v->f[k] + mix * (w->f[k] - v->f[k]),
                                          v->bw[k] + mix * (w->bw[k] - v->bw[k]));
        }
        for (long j = 0; j < m; j++) {
            phase += pitch[j] / RATE;
            double x = 0.01 * noise();
            if (phase >= 1) {
                phase -= 1;
                x += 1;
            }
            for (int k = 0; k < NFORM; k++)
                x = resonate(&res[k], co[j][k], x);
            a->x[i0 + j] = (float)x;
        }
    }
    free(co);
    free(pitch);
}

static void analyzer_init(Analyzer *an, int order, int hop)
{
    an->order = order;
    an->hop = hop;
    for (int i = 0; i < FRAME; i++)
        an->window[i] = 0.54f - 0.46f * cosf(2 * (float)M_PI * i / (FRAME - 1));
    for (int b = 0; b < NBINS; b++)
        for (int k = 0; k <= order; k++) {
            double w = M_PI * b * k / NBINS;
            an->cs[b][k] = (float)cos(w);
            an->sn[b][k] = (float)sin(w);
        }
}

static void autocorrelate(const float *x, int n, double *r, int order)
{
    for (int lag = 0; lag <= order; lag++) {
        double s = 0;
        for (int i = lag; i < n; i++)
            s += (double)x[i] * x[i - lag];
        r[lag] = s;
    }
}

/* returns prediction error, a[0] = 1 */
static double levinson(const double *r, double *a, int order)
{
    double err = r[0], tmp[MAXORDER + 1];

    memset(a, 0, (order + 1) * sizeof *a);
    a[0] = 1;
    for (int i = 1; i <= order && err > 0; i++) {
        double acc = r[i];
        for (int j = 1; j < i; j++)
            acc += a[j] * r[i - j];
        double k = -acc / err;
        memcpy(tmp, a, sizeof(double) * (i + 1));
        for (int j = 1; j < i; j++)
            a[j] = tmp[j] + k * tmp[i - j];
        a[i] = k;
        err *= 1 - k * k;
    }
    return err;
}

static void envelope(const Analyzer *an, const double *a, double gain, double *env)
{
    for (int b = 0; b < NBINS; b++) {
        double re = 0, im = 0;
        for (int k = 0; k <= an->order; k++) {
            re += a[k] * an->cs[b][k];
            im -= a[k] * an->sn[b][k];
        }
        env[b] = gain / (re * re + im * im + 1e-12);
    }
}

static int pick_peaks(const double *env, float *formant)
{
    int n = 0;
    for (int b = 1; b < NBINS - 1 && n < NFORM; b++) {
        if (env[b] > env[b - 1] && env[b] >= env[b + 1]) {
            double l = log(env[b - 1]), m = log(env[b]), r = log(env[b + 1]);
            double shift = 0.5 * (l - r) / (l - 2 * m + r - 1e-12);
            double f = (b + shift) * (RATE / 2.0) / NBINS;
            if (f > 150)
                formant[n++] = (float)f;
        }
    }
    for (int k = n; k < NFORM; k++)
        formant[k] = 0;
    return n;
}

static int nearest_vowel(const float *f)
{
    int best = -1;
    double bd = 1e30;
    for (int v = 0; v < NVOWEL; v++) {
        double d = 0;
        for (int k = 0; k < 2; k++) {
            double rel = (f[k] - vowels[v].f[k]) / vowels[v].f[k];
            d += rel * rel;
        }
        if (d < bd) {
            bd = d;
            best = v;
        }
    }
    return bd < 0.05 ? best : -1;
}

static void analyze_frame(const Analyzer *an, const float *x, FrameResult *out)
{
    float buf[FRAME];
    double r[MAXORDER + 1], a[MAXORDER + 1], env[NBINS];

    buf[0] = x[0] * an->window[0];
    for (int i = 1; i < FRAME; i++)
        buf[i] = (x[i] - 0.95f * x[i - 1]) * an->window[i];
    autocorrelate(buf, FRAME, r, an->order);
    out->energy = r[0];
    if (r[0] < 1e-9) {
        memset(out->formant, 0, sizeof out->formant);
        out->gain = 0;
        out->nfound = 0;
        out->vowel = -1;
        return;
    }
    r[0] *= 1.0001;
    out->gain = levinson(r, a, an->order);
    envelope(an, a, out->gain, env);
    out->nfound = pick_peaks(env, out->formant);
    out->vowel = out->nfound >= 2 ? nearest_vowel(out->formant) : -1;
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 200;
    int order = argc > 2 ? atoi(argv[2]) : 14;
    int hop = argc > 3 ? atoi(argv[3]) : 80;

    if (seconds < 1 || seconds > 3600 || order < 4 || order > MAXORDER || hop < 1) {
        fprintf(stderr, "usage: %s [seconds] [order 4..%d] [hop]\n", argv[0], MAXORDER);
        return 2;
    }
    Audio au = { (long)seconds * RATE, NULL };
    au.x = check(malloc(au.n * sizeof *au.x));
    synthesize(&au);
    Analyzer *an = check(malloc(sizeof *an));
    analyzer_init(an, order, hop);

    long nframes = (au.n - FRAME) / hop + 1;
    FrameResult *res = check(malloc(nframes * sizeof *res));
#pragma omp parallel for schedule(static)
    for (long t = 0; t < nframes; t++)
        analyze_frame(an, au.x + t * hop, &res[t]);

    long hist[NVOWEL + 1] = { 0 };
    double mean[NFORM] = { 0 }, energy = 0;
    for (long t = 0; t < nframes; t++) {
        hist[res[t].vowel < 0 ? NVOWEL : res[t].vowel]++;
        energy += res[t].energy;
        for (int k = 0; k < NFORM; k++)
            mean[k] += res[t].formant[k];
    }
    printf("%ld frames, mean energy %.9g\n", nframes, energy / nframes);
    for (int v = 0; v <= NVOWEL; v++)
        printf("  %-2s %7ld\n", v < NVOWEL ? vowels[v].name : "?", hist[v]);
    printf("mean formants %.5f %.5f %.5f\n", mean[0] / nframes, mean[1] / nframes, mean[2] / nframes);
    for (long t = nframes / 7; t < nframes; t += nframes / 7 + 1)
        printf("frame %ld: F1 %.2f F2 %.2f F3 %.2f gain %.6g\n", t,
               res[t].formant[0], res[t].formant[1], res[t].formant[2], res[t].gain);
    free(res);
    free(an);
    free(au.x);
    return 0;
}
