// SPDX-License-Identifier: Apache-2.0
/* Burning-ship fractal: smooth escape counts, histogram colouring,
 * a small ASCII preview and a checksum of the RGB image. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <complex.h>
#include <time.h>

struct view {
    double cx, cy, scale;
    int maxit;
};

struct rgb { unsigned char r, g, b; };

static int escape(double complex c, int maxit, double *smooth)
{
    double x = 0, y = 0;
    int i;
    for (i = 0; i < maxit; i++) {
        double xx = x * x, yy = y * y;
        if (xx + yy > 64.0)
            break;
        y = fabs(2 * x * y) + cimag(c);
        x = xx - yy + creal(c);
    }
    *smooth = i < maxit ? i + 1 - log2(log2(sqrt(x * x + y * y))) : maxit;
    return i;
}

static struct rgb palette(double t)
{
    struct rgb c;
    c.r = (unsigned char)(255 * (0.5 + 0.5 * cos(6.28318 * (t + 0.0))));
    c.g = (unsigned char)(255 * (0.5 + 0.5 * cos(6.28318 * (t + 0.33))));
    c.b = (unsigned char)(255 * (0.5 + 0.5 * cos(6.28318 * (t + 0.67))));
    return c;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2400;
    int h = argc > 2 ? atoi(argv[2]) : 1600;
    struct view v = {-1.755, -0.03, 0.09, 400};
    int *count = malloc(sizeof(int) * w * h);
    double *level = malloc(sizeof(double) * w * h);
    struct rgb *img = malloc(sizeof(struct rgb) * w * h);
    int *hist = calloc(v.maxit + 1, sizeof(int));
    double *cdf = malloc(sizeof(double) * (v.maxit + 2));
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double complex c = v.cx + (x - w / 2) * v.scale / w +
                               I * (v.cy + (y - h / 2) * v.scale / w);
            count[y * w + x] = escape(c, v.maxit, &level[y * w + x]);
            hist[count[y * w + x]]++;
        }
    cdf[0] = 0;
    for (int i = 0; i <= v.maxit; i++)
        cdf[i + 1] = cdf[i] + (double)hist[i] / (w * h);
    for (int k = 0; k < w * h; k++) {
        if (count[k] == v.maxit) {
            img[k].r = img[k].g = img[k].b = 0;
            continue;
        }
        double f = level[k] - floor(level[k]);
        img[k] = palette(cdf[count[k]] * (1 - f) + cdf[count[k] + 1] * f);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    for (int y = 0; y < h; y += h / 16 + 1) {
        for (int x = 0; x < w; x += w / 48 + 1)
            putchar(" .:-=+*#%@"[(int)(cdf[count[y * w + x]] * 9.99)]);
        putchar('\n');
    }
    unsigned sum = 0;
    for (int k = 0; k < w * h; k++)
        sum = sum * 33 + img[k].r * 65536u + img[k].g * 256u + img[k].b;
    printf("checksum %08x, interior %d\n", sum, hist[v.maxit]);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(count); free(level); free(img); free(hist); free(cdf);
    return 0;
}
