/*
 * Statistics of small image patches: brightness histogram, mean patch,
 * covariance matrix of the patches, and its leading principal component.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#ifndef SIZE
#define SIZE   900          /* image is SIZE x SIZE */
#endif
#define P      8            /* patches are P x P */
#define STEP   2
#define D      (P * P)
#define BINS   32

static unsigned char image[SIZE][SIZE];
static double mean[D];
static double cov[D][D];
static int hist[D][BINS];

static void make_image(void)
{
    unsigned int s = 31337u;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            s = s * 1103515245u + 12345u;
            double v = 110.0 + 60.0 * sin(0.11 * x + 0.03 * y)
                     + 40.0 * cos(0.0007 * x * y);
            image[y][x] = (unsigned char)(v + (s >> 16) % 32);
        }
    }
}

static void histograms(void)
{
    for (int a = 0; a < D; a++)
        for (int x = 0; x + P <= SIZE; x += STEP)
            for (int y = 0; y + P <= SIZE; y += STEP)
                hist[a][image[y + a / P][x + a % P] * BINS / 256]++;
}

static int means(void)
{
    int count = 0;
    for (int a = 0; a < D; a++) {
        double s = 0.0;
        count = 0;
        for (int y = 0; y + P <= SIZE; y += STEP)
            for (int x = 0; x + P <= SIZE; x += STEP) {
                s += image[y + a / P][x + a % P];
                count++;
            }
        mean[a] = s / count;
    }
    return count;
}

static void covariance(int count)
{
    for (int a = 0; a < D; a++) {
        for (int b = 0; b < D; b++) {
            double s = 0.0;
            for (int y = 0; y + P <= SIZE; y += STEP)
                for (int x = 0; x + P <= SIZE; x += STEP)
                    s += (image[y + a / P][x + a % P] - mean[a])
                       * (image[y + b / P][x + b % P] - mean[b]);
            cov[a][b] = s / (count - 1);
        }
    }
}

static double principal(double *v)
{
    double w[D], lambda = 0.0;
    for (int a = 0; a < D; a++)
        v[a] = 1.0 + 0.01 * a;
    for (int it = 0; it < 200; it++) {
        double nrm = 0.0;
        for (int a = 0; a < D; a++) {
            w[a] = 0.0;
            for (int b = 0; b < D; b++)
                w[a] += cov[a][b] * v[b];
            nrm += w[a] * w[a];
        }
        lambda = sqrt(nrm);
        for (int a = 0; a < D; a++)
            v[a] = w[a] / lambda;
    }
    return lambda;
}

int main(void)
{
    double v[D], trace = 0.0, entropy = 0.0;

    make_image();
    histograms();
    int count = means();
    covariance(count);
    double lambda = principal(v);

    for (int a = 0; a < D; a++) {
        trace += cov[a][a];
        for (int b = 0; b < BINS; b++)
            if (hist[a][b] > 0) {
                double p = (double)hist[a][b] / count;
                entropy -= p * log(p);
            }
    }
    printf("patches %d\n", count);
    printf("mean corner %.17g centre %.17g\n", mean[0], mean[D / 2]);
    printf("entropy %.17g\n", entropy / D);
    printf("trace %.17g  cov[0][63] %.17g\n", trace, cov[0][D - 1]);
    printf("lambda %.17g (%.6f of trace)\n", lambda, lambda / trace);
    return 0;
}
