/*
 * notesynth: renders a generated score with a small subtractive/FM synth,
 * applies an echo and a master limiter, then analyses the mix with an STFT
 * (chroma per section, spectral centroid).
 *
 *   notesynth [seconds] [notes]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SR   44100
#define NFFT 2048
#define HOP  1024
#define BATCH 32        /* notes rendered together */
#define PI   3.14159265358979323846

typedef double (*Osc)(double phase, double mod);

typedef struct {
    double attack, decay, sustain, release;
} Adsr;

typedef struct {
    const char *name;
    Osc osc;
    Adsr env;
    double mod_ratio, mod_depth;
} Patch;

typedef struct {
    int start, len;      /* samples */
    int midi, patch;
    double vel, pan;
} Note;

static double osc_fm(double p, double m)     { return sin(p + m); }
static double osc_saw(double p, double m)    { return 1.0 - (p + 0.1 * m) / PI; }
static double osc_pulse(double p, double m)  { return p < PI * (0.8 + 0.2 * m) ? 0.7 : -0.7; }
static double osc_organ(double p, double m)  { return 0.6 * sin(p) + 0.3 * sin(2 * p + m) + 0.1 * sin(4 * p); }

static const Patch patches[] = {
    { "bell",  osc_fm,    { 0.002, 0.60, 0.10, 0.50 }, 3.5, 2.5 },
    { "bass",  osc_saw,   { 0.010, 0.20, 0.60, 0.08 }, 1.0, 0.5 },
    { "lead",  osc_pulse, { 0.020, 0.10, 0.70, 0.15 }, 0.5, 0.8 },
    { "organ", osc_organ, { 0.040, 0.05, 0.90, 0.20 }, 1.0, 0.3 },
};
#define NPATCH ((int)(sizeof patches / sizeof patches[0]))

static unsigned rng_state = 20240607u;
static int rnd(int n)
{
    rng_state = rng_state * 1664525u + 1013904223u;
    return (int)((rng_state >> 8) % (unsigned)n);
}

static Note *make_score(int n, int total)
{
    static const int scale[7] = { 0, 2, 3, 5, 7, 8, 10 };
    Note *s = malloc(n * sizeof *s);
    if (!s) exit(1);
    for (int i = 0; i < n; i++) {
        int beat = SR / 4;
        s[i].patch = rnd(NPATCH);
        int octave = rnd(4);
        s[i].midi = 36 + 12 * octave + scale[rnd(7)];
        s[i].len = beat * (1 + rnd(6));
        s[i].start = rnd(total / beat) * beat;
        s[i].start += rnd(400);
        s[i].vel = 0.3 + 0.01 * rnd(70);
        s[i].pan = 0.01 * rnd(101);
    }
    return s;
}

static double envelope(const Adsr *e, double t, double gate)
{
    double v;
    if (t < e->attack) v = t / e->attack;
    else if (t < e->attack + e->decay) v = 1.0 - (1.0 - e->sustain) * (t - e->attack) / e->decay;
    else v = e->sustain;
    if (t > gate) v *= exp(-4.0 * (t - gate) / e->release);
    return v;
}

static int note_len(const Note *n, int total)
{
    int len = n->len + (int)(patches[n->patch].env.release * SR);
    return len < total - n->start ? len : total - n->start;
}

/* Mono signal of one note; gains are applied when it is mixed. */
static void render_note(const Note *n, double *out, int len)
{
    const Patch *p = &patches[n->patch];
    double freq = 440.0 * pow(2.0, (n->midi - 69) / 12.0);
    double inc = 2 * PI * freq / SR, minc = inc * p->mod_ratio;
    double phase = 0, mphase = 0, lp = 0, cutoff = 0.05 + 0.3 * n->vel;
    double gate = (double)n->len / SR;

    for (int i = 0; i < len; i++) {
        double t = (double)i / SR;
        double m = p->mod_depth * sin(mphase);
        double s = p->osc(phase, m) * envelope(&p->env, t, gate);
        lp += cutoff * (s - lp);
        out[i] = lp;
        phase += inc;
        if (phase > 2 * PI) phase -= 2 * PI;
        mphase += minc;
        if (mphase > 2 * PI) mphase -= 2 * PI;
    }
}

/* Renders notes in batches, then mixes each batch by time slices so that every
 * sample receives its notes in score order. */
static void render_score(const Note *score, int nnotes, float *l, float *r, int total)
{
    double *buf[BATCH] = { 0 };
    int len[BATCH];
    #pragma omp parallel
    for (int b = 0; b < nnotes; b += BATCH) {
        int m = nnotes - b < BATCH ? nnotes - b : BATCH;
        #pragma omp for schedule(dynamic, 1)
        for (int k = 0; k < m; k++) {
            len[k] = note_len(&score[b + k], total);
            buf[k] = malloc((len[k] > 0 ? len[k] : 1) * sizeof(double));
            if (!buf[k]) exit(1);
            render_note(&score[b + k], buf[k], len[k]);
        }
        #pragma omp for schedule(static)
        for (int s = 0; s < total; s += 4096)
            for (int k = 0; k < m; k++) {
                const Note *n = &score[b + k];
                double gl = n->vel * cos(n->pan * PI / 2), gr = n->vel * sin(n->pan * PI / 2);
                int from = s > n->start ? s : n->start, to = s + 4096;
                if (to > n->start + len[k]) to = n->start + len[k];
                for (int i = from; i < to; i++) {
                    l[i] += (float)(gl * buf[k][i - n->start]);
                    r[i] += (float)(gr * buf[k][i - n->start]);
                }
            }
        #pragma omp for schedule(static)
        for (int k = 0; k < m; k++) free(buf[k]);
    }
}

static void echo(float *buf, int n, int delay, float fb)
{
    for (int i = delay; i < n; i++)
        buf[i] += fb * buf[i - delay];
}

static float normalize(float *l, float *r, int n)
{
    float peak = 1e-9f;
    #pragma omp parallel for reduction(max: peak)
    for (int i = 0; i < n; i++) {
        if (fabsf(l[i]) > peak) peak = fabsf(l[i]);
        if (fabsf(r[i]) > peak) peak = fabsf(r[i]);
    }
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        l[i] = tanhf(1.5f * l[i] / peak);
        r[i] = tanhf(1.5f * r[i] / peak);
    }
    return peak;
}

static void fft(double *re, double *im, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            double t = re[i]; re[i] = re[j]; re[j] = t;
            t = im[i]; im[i] = im[j]; im[j] = t;
        }
    }
    for (int len = 2; len <= n; len <<= 1) {
        double wr = cos(2 * PI / len), wi = -sin(2 * PI / len);
        for (int i = 0; i < n; i += len) {
            double cr = 1, ci = 0;
            for (int k = 0; k < len / 2; k++) {
                int a = i + k, b = a + len / 2;
                double xr = re[b] * cr - im[b] * ci, xi = re[b] * ci + im[b] * cr;
                re[b] = re[a] - xr; im[b] = im[a] - xi;
                re[a] += xr; im[a] += xi;
                double t = cr * wr - ci * wi;
                ci = cr * wi + ci * wr;
                cr = t;
            }
        }
    }
}

static void analyse(const float *l, const float *r, int total)
{
    double chroma[12] = { 0 }, centroid = 0;
    int frames = total >= NFFT ? (total - NFFT) / HOP + 1 : 0;
    double (*res)[13] = malloc((frames + 1) * sizeof *res);    /* per frame: chroma, centroid */
    if (!res) exit(1);

    #pragma omp parallel for schedule(static)
    for (int fr = 0; fr < frames; fr++) {
        double re[NFFT], im[NFFT];
        int s = fr * HOP;
        double cf[12] = { 0 }, num = 0, den = 1e-12;
        for (int i = 0; i < NFFT; i++) {
            double w = 0.5 - 0.5 * cos(2 * PI * i / (NFFT - 1));
            re[i] = w * 0.5 * (l[s + i] + r[s + i]);
            im[i] = 0;
        }
        fft(re, im, NFFT);
        for (int k = 2; k < NFFT / 2; k++) {
            double f = (double)k * SR / NFFT, e = re[k] * re[k] + im[k] * im[k];
            int pc = (int)lrint(12 * log2(f / 440.0)) % 12;
            cf[(pc + 12) % 12] += e;
            num += f * e;
            den += e;
        }
        for (int c = 0; c < 12; c++) res[fr][c] = cf[c] / den;
        res[fr][12] = num / den;
    }
    for (int fr = 0; fr < frames; fr++) {
        for (int c = 0; c < 12; c++) chroma[c] += res[fr][c];
        centroid += res[fr][12];
    }
    free(res);
    static const char *names[12] = { "A","A#","B","C","C#","D","D#","E","F","F#","G","G#" };
    printf("frames %d, centroid %.4f Hz\n", frames, frames ? centroid / frames : 0.0);
    for (int c = 0; c < 12; c++)
        printf("  %-2s %.8f\n", names[c], frames ? chroma[c] / frames : 0.0);
}

int main(int argc, char **argv)
{
    int secs = argc > 1 ? atoi(argv[1]) : 40;
    int nnotes = argc > 2 ? atoi(argv[2]) : 430;
    if (secs < 1 || nnotes < 1) { fprintf(stderr, "usage: notesynth [seconds] [notes]\n"); return 2; }
    int total = secs * SR;
    float *l = calloc(total, sizeof *l), *r = calloc(total, sizeof *r);
    if (!l || !r) return 1;
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);

    Note *score = make_score(nnotes, total);
    int use[NPATCH] = { 0 };
    render_score(score, nnotes, l, r, total);
    for (int i = 0; i < nnotes; i++) use[score[i].patch]++;
    #pragma omp parallel sections
    {
        #pragma omp section
        echo(l, total, SR * 3 / 8, 0.35f);
        #pragma omp section
        echo(r, total, SR / 2, 0.30f);
    }
    float peak = normalize(l, r, total);
    for (int i = 0; i < NPATCH; i++) printf("%s:%d ", patches[i].name, use[i]);
    printf("peak %.6f\n", peak);
    analyse(l, r, total);

    unsigned crc = 0;
    for (int i = 0; i < total; i++)
        crc = crc * 31 + (unsigned short)(short)(l[i] * 32767) + 7u * (unsigned short)(short)(r[i] * 32767);
    printf("pcm %08x\n", crc);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(score); free(l); free(r);
}
