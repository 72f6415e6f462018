/* lagmi, optimized by hand: see lagmi.c.
 * SMALL: 9 200 3
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 8

typedef struct {
    int count, length;
    double **x; /* x[signal][time], mean removed */
    int **bin;  /* bin[signal][time] */
    double *power;
} Signals;

static unsigned long long rng = 1;

static double gauss(void)
{
    double s = 0.0;
    for (int i = 0; i < 6; i++) {
        rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
        s += (double)(rng >> 40) / (1 << 24);
    }
    return s - 3.0;
}

static void generate(Signals *s, int count, int length)
{
    s->count = count;
    s->length = length;
    s->x = malloc(sizeof(double *) * count);
    s->bin = malloc(sizeof(int *) * count);
    s->power = malloc(sizeof(double) * count);
    double *common = malloc(sizeof(double) * (length + 16));
    double z = 0.0;
    for (int t = 0; t < length + 16; t++)
        common[t] = z = 0.8 * z + gauss();
    for (int i = 0; i < count; i++) {
        double *x = s->x[i] = malloc(sizeof(double) * length);
        double mix = 0.1 + 0.8 * (i % 5) / 5.0, mean = 0.0;
        for (int t = 0; t < length; t++) {
            double c = common[t + i % 11];
            x[t] = mix * (i % 3 == 2 ? c * c * 0.3 : c) + (1.0 - mix) * gauss();
            mean += x[t];
        }
        mean /= length;
        s->power[i] = 0.0;
        for (int t = 0; t < length; t++) {
            x[t] -= mean;
            s->power[i] += x[t] * x[t];
        }
    }
    free(common);
}

/* equal bins over +-2 standard deviations, the outer ones are open */
static void discretize(Signals *s)
{
    for (int i = 0; i < s->count; i++) {
        double sigma = sqrt(s->power[i] / s->length);
        s->bin[i] = malloc(sizeof(int) * s->length);
        for (int t = 0; t < s->length; t++) {
            int b = (int)floor((s->x[i][t] / sigma + 2.0) * BINS / 4.0);
            s->bin[i][t] = b < 0 ? 0 : b >= BINS ? BINS - 1 : b;
        }
    }
}

typedef double v8 __attribute__((vector_size(64)));
typedef double v8u __attribute__((vector_size(64), aligned(8)));

#define IB 4
#define JB 16

/* the sums for 4 signals (tile a: [time][4]) against 16 (tile b: [time][16]) */
static void products(const double *a, const double *b, int n, double out[IB][JB])
{
    v8 s[IB][2];
#pragma GCC unroll 4
    for (int i = 0; i < IB; i++)
        s[i][0] = s[i][1] = (v8){ 0 };
    for (int t = 0; t < n; t++) {
        v8 b0 = *(const v8u *)(b + (size_t)t * JB), b1 = *(const v8u *)(b + (size_t)t * JB + 8);
#pragma GCC unroll 4
        for (int i = 0; i < IB; i++) {
            s[i][0] += a[(size_t)t * IB + i] * b0;
            s[i][1] += a[(size_t)t * IB + i] * b1;
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < IB; i++) {
        *(v8u *)out[i] = s[i][0];
        *(v8u *)(out[i] + 8) = s[i][1];
    }
}

/* tiles of width signals, interleaved by time, padded by zeros */
static double *interleave(const Signals *s, int width)
{
    int tiles = (s->count + width - 1) / width, L = s->length;
    double *p = malloc(sizeof(double) * (size_t)tiles * L * width);
#pragma omp parallel for
    for (int k = 0; k < tiles; k++)
        for (int t = 0; t < L; t++)
            for (int c = 0; c < width; c++) {
                int i = k * width + c;
                p[((size_t)k * L + t) * width + c] = i < s->count ? s->x[i][t] : 0.0;
            }
    return p;
}

/* x[p], y[q]: sets of the times at which the signals are in bin p, q */
static double information(const unsigned long long *x, const unsigned long long *y, int words,
                          int n)
{
    int joint[BINS][BINS], a[BINS] = { 0 }, b[BINS] = { 0 };
    for (int p = 0; p < BINS; p++)
        for (int q = 0; q < BINS; q++) {
            const unsigned long long *u = x + (size_t)p * words, *v = y + (size_t)q * words;
            unsigned long long c = 0;
#pragma omp simd reduction(+ : c)
            for (int w = 0; w < words; w++)
                c += (unsigned long long)__builtin_popcountll(u[w] & v[w]);
            joint[p][q] = (int)c;
            a[p] += joint[p][q];
            b[q] += joint[p][q];
        }
    double mi = 0.0;
    for (int p = 0; p < BINS; p++)
        for (int q = 0; q < BINS; q++)
            if (joint[p][q] > 0)
                mi += (double)joint[p][q] / n *
                      log((double)joint[p][q] * n / ((double)a[p] * b[q]));
    return mi;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 190;
    int length = argc > 2 ? atoi(argv[2]) : 5000;
    int lags = argc > 3 ? atoi(argv[3]) : 8;
    Signals s;
    generate(&s, count, length);
    discretize(&s);
    double *best_r = calloc((size_t)count * count, sizeof(double));
    double *best_mi = calloc((size_t)count * count, sizeof(double));
    int *lag_r = calloc((size_t)count * count, sizeof(int));
    int *lag_mi = calloc((size_t)count * count, sizeof(int));

    double *ta = interleave(&s, IB), *tb = interleave(&s, JB);
    /* set[lag][signal][bin][word]: bit t says that the signal is in the bin at t + lag */
    int words = (length + 63) / 64;
    size_t per = (size_t)BINS * words;
    unsigned long long *set = calloc(per * count * lags, sizeof *set);
#pragma omp parallel for
    for (int i = 0; i < count; i++)
        for (int lag = 0; lag < lags; lag++) {
            unsigned long long *p = set + ((size_t)lag * count + i) * per;
            for (int t = 0; t + lag < length; t++)
                p[(size_t)s.bin[i][t + lag] * words + t / 64] |= 1ULL << (t % 64);
        }
    int nib = (count + IB - 1) / IB, njb = (count + JB - 1) / JB;
#pragma omp parallel for collapse(2) schedule(dynamic, 1)
    for (int ib = 0; ib < nib; ib++)
        for (int jb = 0; jb < njb; jb++) {
            if (jb * JB + JB - 1 <= ib * IB)
                continue;
            for (int lag = 0; lag < lags && lag < length; lag++) {
                double sums[IB][JB];
                products(ta + (size_t)ib * length * IB, tb + ((size_t)jb * length + lag) * JB,
                         length - lag, sums);
                for (int i = ib * IB; i < ib * IB + IB && i < count; i++)
                    for (int j = jb * JB; j < jb * JB + JB && j < count; j++) {
                        if (j <= i)
                            continue;
                        size_t at = (size_t)i * count + j;
                        double r = sums[i - ib * IB][j - jb * JB] / sqrt(s.power[i] * s.power[j]);
                        double mi = information(set + i * per, set + ((size_t)lag * count + j) * per,
                                                words, length - lag);
                        if (fabs(r) > fabs(best_r[at])) {
                            best_r[at] = r;
                            lag_r[at] = lag;
                        }
                        if (mi > best_mi[at]) {
                            best_mi[at] = mi;
                            lag_mi[at] = lag;
                        }
                    }
            }
        }
    free(ta);
    free(tb);
    free(set);

    printf("%d signals, %d samples, %d lags\n", count, length, lags);
    double sum_r = 0.0, sum_mi = 0.0;
    int lag_sum = 0, differ = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            size_t at = (size_t)i * count + j;
            sum_r += best_r[at];
            sum_mi += best_mi[at];
            lag_sum += lag_r[at] * 3 + lag_mi[at];
            differ += lag_r[at] != lag_mi[at];
        }
    printf("sum of correlations %.15g, of information %.15g\n", sum_r, sum_mi);
    printf("lag checksum %d, lags differ for %d pairs\n", lag_sum, differ);
    for (int i = 0; i < count; i += count / 8 + 1) {
        int partner = -1;
        for (int j = i + 1; j < count; j++)
            if (partner < 0 ||
                best_mi[(size_t)i * count + j] > best_mi[(size_t)i * count + partner])
                partner = j;
        if (partner >= 0) {
            size_t at = (size_t)i * count + partner;
            printf("signal %d: partner %d r %.12g (lag %d) mi %.12g (lag %d)\n", i, partner,
                   best_r[at], lag_r[at], best_mi[at], lag_mi[at]);
        }
    }
    for (int i = 0; i < count; i++) {
        free(s.x[i]);
        free(s.bin[i]);
    }
    free(s.x);
    free(s.bin);
    free(s.power);
    free(best_r);
    free(best_mi);
    free(lag_r);
    free(lag_mi);
    return 0;
}
