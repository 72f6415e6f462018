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

static void means(const recording *r, double *mean)
{
    for (int c = 0; c < r->channels; c++) {
        double sum = 0, w = 0;
        for (int t = 0; t < r->count; t++) {
            sum += r->s[t].quality * r->s[t].channel[c];
            w += r->s[t].quality;
        }
        mean[c] = sum / w;
    }
}

/* quality-weighted covariance */
static void covariance(const recording *r, const double *mean, double **cov)
{
    for (int a = 0; a < r->channels; a++)
        for (int b = a; b < r->channels; b++) {
            double sum = 0, w = 0;
            for (int t = 0; t < r->count; t++) {
                double q = r->s[t].quality;
                sum += q * (r->s[t].channel[a] - mean[a]) * (r->s[t].channel[b] - mean[b]);
                w += q;
            }
            cov[a][b] = cov[b][a] = sum / w;
        }
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
