/* lagmi: how strongly do many recorded signals depend on each other?  For every
 * pair of signals and a range of lags: the correlation and the mutual
 * information (from a joint histogram); the best lag of each is kept.
 * Expert: signals interleaved by time so that the lagged sums of 4 x 16 pairs
 * are held in registers (each sum in order of time); joint counts as population
 * counts of ANDed sets of times (one bit set per bin and lag); pairs among threads.
 * SMALL: 9 200 3
 * Usage: lagmi [signals] [samples] [lags]
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

static double correlation(const Signals *s, int i, int j, int lag)
{
    double sum = 0.0;
    for (int t = 0; t + lag < s->length; t++)
        sum += s->x[i][t] * s->x[j][t + lag];
    return sum / sqrt(s->power[i] * s->power[j]);
}

static double information(const Signals *s, int i, int j, int lag)
{
    int joint[BINS][BINS] = { { 0 } }, a[BINS] = { 0 }, b[BINS] = { 0 };
    int n = s->length - lag;
    for (int t = 0; t < n; t++)
        joint[s->bin[i][t]][s->bin[j][t + lag]]++;
    for (int p = 0; p < BINS; p++)
        for (int q = 0; q < BINS; q++) {
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

    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            for (int lag = 0; lag < lags; lag++) {
                size_t at = (size_t)i * count + j;
                double r = correlation(&s, i, j, lag);
                double mi = information(&s, i, j, lag);
                if (fabs(r) > fabs(best_r[at])) {
                    best_r[at] = r;
                    lag_r[at] = lag;
                }
                if (mi > best_mi[at]) {
                    best_mi[at] = mi;
                    lag_mi[at] = lag;
                }
            }

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
