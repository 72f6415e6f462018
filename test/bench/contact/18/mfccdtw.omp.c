// mfccdtw.c -- isolated word recogniser: MFCC front end and dynamic time
// warping against every other utterance (leave one out, 1-NN).
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FS 8000
#define NFFT 256
#define HOP 80
#define NMEL 20
#define NCEP 12

typedef struct Utterance {
    int word;
    int nsamp, nframes;
    float *pcm;
    float (*cep)[NCEP];
} Utterance;

/* everything the front end needs: tables and work space */
typedef struct FrontEnd {
    double window[NFFT];
    double complex twiddle[NFFT / 2];
    int bitrev[NFFT];
    double mel[NMEL][NFFT / 2 + 1];
    double dct[NCEP][NMEL];
    double complex work[NFFT];
    double power[NFFT / 2 + 1];
    double logmel[NMEL];
} FrontEnd;

static uint64_t prng = 88172645463325252ULL;

static double uniform(void)
{
    prng ^= prng << 13;
    prng ^= prng >> 7;
    prng ^= prng << 17;
    return (double)(prng >> 11) / 9007199254740992.0;
}

static double melOf(double hz) { return 1127.0 * log(1.0 + hz / 700.0); }

static void frontEndInit(FrontEnd *fe)
{
    int bits = 0;
    while ((1 << bits) < NFFT) bits++;
    for (int i = 0; i < NFFT; i++) {
        fe->window[i] = 0.54 - 0.46 * cos(2 * M_PI * i / (NFFT - 1));
        int r = 0;
        for (int b = 0; b < bits; b++)
            if (i >> b & 1) r |= 1 << (bits - 1 - b);
        fe->bitrev[i] = r;
    }
    for (int i = 0; i < NFFT / 2; i++) fe->twiddle[i] = cexp(-2 * M_PI * I * i / NFFT);

    double top = melOf(FS / 2.0);
    for (int m = 0; m < NMEL; m++) {
        double l = top * m / (NMEL + 1), c = top * (m + 1) / (NMEL + 1), r = top * (m + 2) / (NMEL + 1);
        for (int k = 0; k <= NFFT / 2; k++) {
            double x = melOf((double)k * FS / NFFT);
            double wgt = 0;
            if (x > l && x <= c) wgt = (x - l) / (c - l);
            else if (x > c && x < r) wgt = (r - x) / (r - c);
            fe->mel[m][k] = wgt;
        }
    }
    for (int c = 0; c < NCEP; c++)
        for (int m = 0; m < NMEL; m++) fe->dct[c][m] = cos(M_PI * (c + 1) * (m + 0.5) / NMEL);
}

static void fft(FrontEnd *fe)
{
    double complex *x = fe->work;
    for (int len = 2; len <= NFFT; len <<= 1) {
        int half = len / 2, stride = NFFT / len;
        for (int s = 0; s < NFFT; s += len)
            for (int k = 0; k < half; k++) {
                double complex w = fe->twiddle[k * stride], a = x[s + k], b = x[s + k + half];
                double br = creal(w) * creal(b) - cimag(w) * cimag(b);
                double bi = creal(w) * cimag(b) + cimag(w) * creal(b);
                x[s + k] = (creal(a) + br) + I * (cimag(a) + bi);
                x[s + k + half] = (creal(a) - br) + I * (cimag(a) - bi);
            }
    }
}

static void frameFeatures(FrontEnd *fe, const float *s, float *cep)
{
    for (int i = 0; i < NFFT; i++) fe->work[fe->bitrev[i]] = s[i] * fe->window[i];
    fft(fe);
    for (int k = 0; k <= NFFT / 2; k++) {
        double re = creal(fe->work[k]), im = cimag(fe->work[k]);
        fe->power[k] = re * re + im * im;
    }
    for (int m = 0; m < NMEL; m++) {
        double e = 0;
        for (int k = 0; k <= NFFT / 2; k++) e += fe->mel[m][k] * fe->power[k];
        fe->logmel[m] = log(e + 1e-6);
    }
    for (int c = 0; c < NCEP; c++) {
        double v = 0;
        for (int m = 0; m < NMEL; m++) v += fe->dct[c][m] * fe->logmel[m];
        cep[c] = (float)v;
    }
}

static int analyse(FrontEnd *fe, Utterance *u)
{
    u->nframes = (u->nsamp - NFFT) / HOP + 1;
    u->cep = malloc(u->nframes * sizeof *u->cep);
    if (!u->cep) return -1;
    for (int f = 0; f < u->nframes; f++) frameFeatures(fe, u->pcm + f * HOP, u->cep[f]);
    /* cepstral mean subtraction */
    for (int c = 0; c < NCEP; c++) {
        double mean = 0;
        for (int f = 0; f < u->nframes; f++) mean += u->cep[f][c];
        mean /= u->nframes;
        for (int f = 0; f < u->nframes; f++) u->cep[f][c] -= (float)mean;
    }
    return 0;
}

/* a "word" is a path through formant targets, spoken at a random rate */
static int speak(Utterance *u, int word)
{
    double f1[4], f2[4], rate = 0.8 + 0.5 * uniform(), pitch = 90 + 60 * uniform();
    for (int k = 0; k < 4; k++) {
        f1[k] = 300 + 150 * ((word * 7 + k * 3) % 4);
        f2[k] = 900 + 300 * ((word * 5 + k * (1 + word % 3) + word / 4) % 6);
    }
    u->word = word;
    u->nsamp = (int)(FS * 0.7 * rate);
    u->pcm = malloc(u->nsamp * sizeof(float));
    if (!u->pcm) return -1;
    double p1 = 0, p2 = 0, p0 = 0;
    for (int i = 0; i < u->nsamp; i++) {
        double t = 3.0 * i / u->nsamp;
        int k = (int)t;
        double a = t - k;
        p0 += pitch / FS;
        p1 += ((1 - a) * f1[k] + a * f1[k + 1]) / FS;
        p2 += ((1 - a) * f2[k] + a * f2[k + 1]) / FS;
        double pulse = exp(-6.0 * (p0 - floor(p0)));
        u->pcm[i] = (float)(pulse * (sin(2 * M_PI * p1) + 0.6 * sin(2 * M_PI * p2)) + 0.8 * (uniform() - 0.5));
    }
    return 0;
}

static double local(const float *a, const float *b)
{
    double d = 0;
    for (int c = 0; c < NCEP; c++) d += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrt(d);
}

static double dtw(const Utterance *a, const Utterance *b, double *row)
{
    int n = b->nframes;
    for (int j = 0; j <= n; j++) row[j] = DBL_MAX;
    row[0] = 0;
    for (int i = 0; i < a->nframes; i++) {
        double diag = row[0];
        row[0] = DBL_MAX;
        for (int j = 1; j <= n; j++) {
            double up = row[j], best = diag < up ? diag : up;
            if (row[j - 1] < best) best = row[j - 1];
            diag = up;
            row[j] = best == DBL_MAX ? DBL_MAX : best + local(a->cep[i], b->cep[j - 1]);
        }
    }
    return row[n] / (a->nframes + n);
}

int main(int argc, char **argv)
{
    int words = argc > 1 ? atoi(argv[1]) : 16, takes = argc > 2 ? atoi(argv[2]) : 11;
    int n = words * takes, longest = 0, correct = 0;
    static FrontEnd fe;
    Utterance *u = calloc(n, sizeof *u);
    double *dist = calloc((size_t)n * n, sizeof *dist);
    if (n < 2 || !u || !dist) return 1;
    for (int i = 0; i < n; i++)
        if (speak(&u[i], i % words)) return 1;
    frontEndInit(&fe);
    int failed = 0;
#pragma omp parallel
    {
        FrontEnd *mine = malloc(sizeof *mine);      /* own work space, same tables */
        if (mine) *mine = fe;
#pragma omp for schedule(dynamic) reduction(max : longest) reduction(+ : failed)
        for (int i = 0; i < n; i++) {
            if (!mine || analyse(mine, &u[i])) failed++;
            else if (u[i].nframes > longest) longest = u[i].nframes;
        }
        free(mine);
    }
    if (failed) return 1;
#pragma omp parallel reduction(+ : failed)
    {
        double *row = malloc((longest + 1) * sizeof *row);
        if (!row) failed++;
        /* the triangle is uneven: hand out single rows, longest first */
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            for (int j = i + 1; row && j < n; j++)
                dist[i * n + j] = dist[j * n + i] = dtw(&u[i], &u[j], row);
        free(row);
    }
    if (failed) return 1;

    double sum = 0;
    for (int i = 0; i < n; i++) {
        int best = -1;
        for (int j = 0; j < n; j++) {
            sum += dist[i * n + j];
            if (j != i && (best < 0 || dist[i * n + j] < dist[i * n + best])) best = j;
        }
        correct += u[best].word == u[i].word;
        if (i < 5) printf("utt %d word %d -> %d  %.9f\n", i, u[i].word, u[best].word, dist[i * n + best]);
    }
    printf("%d/%d correct, mean distance %.10f\n", correct, n, sum / ((double)n * (n - 1)));
    for (int i = 0; i < n; i++) {
        free(u[i].pcm);
        free(u[i].cep);
    }
    free(u);
    free(dist);
    return 0;
}
