// SPDX-License-Identifier: Apache-2.0
/* Phase-correlation image registration by 2-D FFT.
 * Finds the shift between a scene and several displaced, noisy copies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct { float re, im; } cplx;

static int N;                   /* image side, power of two */
static cplx *twiddle;           /* N/2 roots of unity */
static int *bitrev;
static cplx *colbuf;            /* scratch for one column */

static void fft_setup(int n)
{
    int i, bits = 0;
    N = n;
    while ((1 << bits) < n) bits++;
    twiddle = malloc(n / 2 * sizeof(cplx));
    bitrev = malloc(n * sizeof(int));
    colbuf = malloc(n * sizeof(cplx));
    for (i = 0; i < n / 2; i++) {
        twiddle[i].re = (float)cos(2 * M_PI * i / n);
        twiddle[i].im = (float)-sin(2 * M_PI * i / n);
    }
    bitrev[0] = 0;
    for (i = 1; i < n; i++)
        bitrev[i] = bitrev[i >> 1] >> 1 | (i & 1) << (bits - 1);
}

/* in-place radix-2; sign > 0 is the inverse (unscaled) */
static void fft1d(cplx *x, int sign)
{
    int i, j, k, len;
    for (i = 0; i < N; i++) {
        j = bitrev[i];
        if (j > i) {
            cplx t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (len = 2; len <= N; len *= 2) {
        int half = len / 2, stride = N / len;
        for (i = 0; i < N; i += len) {
            for (k = 0; k < half; k++) {
                cplx w = twiddle[k * stride], *a = &x[i + k], *b = a + half, t;
                if (sign > 0) w.im = -w.im;
                t.re = b->re * w.re - b->im * w.im;
                t.im = b->re * w.im + b->im * w.re;
                b->re = a->re - t.re;
                b->im = a->im - t.im;
                a->re += t.re;
                a->im += t.im;
            }
        }
    }
}

static void fft2d(cplx *img, int sign)
{
    int r, c;
    for (r = 0; r < N; r++)
        fft1d(img + (size_t)r * N, sign);
    for (c = 0; c < N; c++) {
        for (r = 0; r < N; r++)
            colbuf[r] = img[(size_t)r * N + c];
        fft1d(colbuf, sign);
        for (r = 0; r < N; r++)
            img[(size_t)r * N + c] = colbuf[r];
    }
}

static unsigned lcg = 1;
static float frand(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (lcg >> 8) / 16777216.0f;
}

static void make_scene(float *s)
{
    int k, x, y;
    for (k = 0; k < N * N; k++) s[k] = 0;
    for (k = 0; k < 300; k++) {          /* random rectangles */
        int x0 = frand() * N, y0 = frand() * N, w = 4 + frand() * N / 10, h = 4 + frand() * N / 10;
        float v = frand();
        for (y = y0; y < y0 + h; y++)
            for (x = x0; x < x0 + w; x++)
                s[(y % N) * N + x % N] = v;
    }
}

static void shifted(const float *s, cplx *out, int dx, int dy, float noise)
{
    int x, y;
    for (y = 0; y < N; y++)
        for (x = 0; x < N; x++) {
            out[y * N + x].re = s[((y + N - dy) % N) * N + (x + N - dx) % N] + noise * (frand() - 0.5f);
            out[y * N + x].im = 0;
        }
}

/* b := normalized cross spectrum of a and b */
static void cross_power(const cplx *a, cplx *b)
{
    int i;
    for (i = 0; i < N * N; i++) {
        float re = a[i].re * b[i].re + a[i].im * b[i].im;
        float im = a[i].re * b[i].im - a[i].im * b[i].re;
        float m = sqrtf(re * re + im * im) + 1e-9f;
        b[i].re = re / m;
        b[i].im = im / m;
    }
}

static int peak(const cplx *p, float *height)
{
    int i, best = 0;
    for (i = 1; i < N * N; i++)
        if (p[i].re > p[best].re)
            best = i;
    *height = p[best].re / ((float)N * N);
    return best;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024;
    int copies = argc > 2 ? atoi(argv[2]) : 32;
    int k, ok = 0;
    float *scene, h;
    cplx *ref, *img;
    double secs;
    struct timespec t0, t1;

    if (n < 16 || (n & (n - 1))) {
        fprintf(stderr, "size must be a power of two\n");
        return 1;
    }
    fft_setup(n);
    scene = malloc(sizeof(float) * n * n);
    ref = malloc(sizeof(cplx) * n * n);
    img = malloc(sizeof(cplx) * n * n);
    make_scene(scene);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    shifted(scene, ref, 0, 0, 0.0f);
    fft2d(ref, -1);
    printf("dc %.4f, f(1,1) %.4f %.4f\n", ref[0].re, ref[n + 1].re, ref[n + 1].im);
    for (k = 0; k < copies; k++) {
        int dx = (k * 37 + 5) % n, dy = (k * 91 + 11) % n, at;
        shifted(scene, img, dx, dy, 0.02f * k);
        fft2d(img, -1);
        cross_power(ref, img);
        fft2d(img, +1);
        at = peak(img, &h);
        printf("copy %d: shift %d,%d found %d,%d  peak %.6f\n", k, dx, dy, at % n, at / n, h);
        ok += at % n == dx && at / n == dy;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    secs = t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9;
    fprintf(stderr, "%.3f s\n", secs);
    printf("%d of %d registered\n", ok, copies);
    free(scene);
    free(ref);
    free(img);
    free(twiddle);
    free(bitrev);
    free(colbuf);
    return 0;
}
