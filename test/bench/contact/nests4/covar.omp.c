/* Covariance and correlation of sensor channels, records held one struct per sample. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    long stamp;
    float quality;
    double *channel;
} sample;

typedef struct {
    int count, channels;
    sample *s;
} recording;

static recording record(int count, int channels)
{
    recording r = { count, channels, malloc(count * sizeof(sample)) };
    unsigned h = 2166136261u;
    for (int t = 0; t < count; t++) {
        r.s[t].stamp = 1000L * t;
        r.s[t].channel = malloc(channels * sizeof(double));
        for (int c = 0; c < channels; c++) {
            h = (h ^ (unsigned)(t + 31 * c)) * 16777619u;
            r.s[t].channel[c] = sin(0.01 * t * (1 + c % 9)) + (h >> 20) / 4096.0;
        }
        r.s[t].quality = (h >> 8 & 255) / 255.0f;
    }
    return r;
}

typedef double v8 __attribute__((vector_size(64), aligned(8)));
#define MR 6
#define NR 24

static void means(const recording *r, double *mean)
{
    int n = r->channels;
    double w = 0;
    double *sum = calloc(n, sizeof(double));
    for (int t = 0; t < r->count; t++) {
        const double *ch = r->s[t].channel;
        double q = r->s[t].quality;
#pragma omp simd
        for (int c = 0; c < n; c++)
            sum[c] += q * ch[c];
        w += q;
    }
    for (int c = 0; c < n; c++)
        mean[c] = sum[c] / w;
    free(sum);
}

/* Centred samples are packed twice, c[t] and q*c[t] (the plain product groups as
 * (q*ca)*cb), in panels of 24 and 6 channels; the weight sum is hoisted. Each element adds
 * its terms in time order in a register tile. */
static void covariance(const recording *r, const double *mean, double **cov)
{
    const int n = r->channels, T = r->count, pr = (n + NR - 1) / NR, pm = (n + MR - 1) / MR;
    double *pb = aligned_alloc(64, ((size_t)pr * NR * T * sizeof(double) + 127) / 64 * 64);
    double *pa = aligned_alloc(64, ((size_t)pm * MR * T * sizeof(double) + 127) / 64 * 64);
    double w = 0;
    for (int t = 0; t < T; t++) {
        double q = r->s[t].quality;
        w += q;
    }
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int t = 0; t < T; t++) {
            const double *ch = r->s[t].channel;
            double q = r->s[t].quality;
            for (int c = 0; c < pr * NR; c++)
                pb[((size_t)(c / NR) * T + t) * NR + c % NR] = c < n ? ch[c] - mean[c] : 0.0;
            for (int c = 0; c < pm * MR; c++)
                pa[((size_t)(c / MR) * T + t) * MR + c % MR] = c < n ? q * (ch[c] - mean[c]) : 0.0;
        }
#pragma omp for schedule(dynamic, 1)
        for (int jb = pr - 1; jb >= 0; jb--)
            for (int ib = 0; ib < pm && ib * MR < (jb + 1) * NR; ib++) {
                const double *x = pa + (size_t)ib * T * MR, *y = pb + (size_t)jb * T * NR;
                v8 s[MR][3];
                for (int i = 0; i < MR; i++)
                    s[i][0] = s[i][1] = s[i][2] = (v8){ 0 };
                for (int t = 0; t < T; t++, x += MR, y += NR) {
                    v8 y0 = *(const v8 *)y, y1 = *(const v8 *)(y + 8), y2 = *(const v8 *)(y + 16);
#pragma GCC unroll 6
                    for (int i = 0; i < MR; i++) {
                        s[i][0] += x[i] * y0;
                        s[i][1] += x[i] * y1;
                        s[i][2] += x[i] * y2;
                    }
                }
                for (int i = 0; i < MR; i++)
                    for (int j = 0; j < NR; j++) {
                        int a = ib * MR + i, b = jb * NR + j;
                        if (a <= b && b < n)
                            cov[a][b] = cov[b][a] = s[i][j / 8][j % 8] / w;
                    }
            }
    }
    free(pa);
    free(pb);
}

static void correlation(double **cov, double **cor, int n)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            cor[a][b] = cov[a][b] / sqrt(cov[a][a] * cov[b][b]);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 7000;
    int n = argc > 2 ? atoi(argv[2]) : 260;
    recording r = record(count, n);
    double *mean = malloc(n * sizeof(double));
    double **cov = malloc(n * sizeof(double *)), **cor = malloc(n * sizeof(double *));
    for (int c = 0; c < n; c++) {
        cov[c] = malloc(n * sizeof(double));
        cor[c] = malloc(n * sizeof(double));
    }
    means(&r, mean);
    covariance(&r, mean, cov);
    correlation(cov, cor, n);

    double m = 0, v = 0, strongest = 0;
    int sa = 0, sb = 0;
    for (int a = 0; a < n; a++) {
        m += mean[a];
        for (int b = 0; b < n; b++) {
            v += cov[a][b] * (1 + (a + 2 * b) % 7);
            if (a < b && fabs(cor[a][b]) > strongest) {
                strongest = fabs(cor[a][b]);
                sa = a;
                sb = b;
            }
        }
    }
    printf("means %.10g weighted %.10g\n", m, v);
    printf("strongest %d %d %.10g\n", sa, sb, strongest);
    for (int c = 0; c < n; c++) {
        free(cov[c]);
        free(cor[c]);
    }
    for (int t = 0; t < count; t++)
        free(r.s[t].channel);
    free(r.s);
    free(cov);
    free(cor);
    free(mean);
    return 0;
}
