/* nsvort.c: 2-D incompressible Navier-Stokes on the torus, vorticity form.
   Pseudo-spectral with 2/3 dealiasing, Heun time stepping, own FFT. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXN 512
typedef double complex cplx;

static int N, LOGN;
static cplx tw[MAXN / 2];
static int bitrev[MAXN];

static void fft_setup(int n)
{
    N = n;
    LOGN = 0;
    while ((1 << LOGN) < n) LOGN++;
    for (int i = 0; i < n / 2; i++)
        tw[i] = cos(2 * M_PI * i / n) - I * sin(2 * M_PI * i / n);
    for (int i = 0; i < n; i++) {
        int r = 0;
        for (int b = 0; b < LOGN; b++)
            if (i & (1 << b)) r |= 1 << (LOGN - 1 - b);
        bitrev[i] = r;
    }
}

static void fft1(cplx *a, int inverse)
{
    for (int i = 0; i < N; i++)
        if (i < bitrev[i]) {
            cplx t = a[i];
            a[i] = a[bitrev[i]];
            a[bitrev[i]] = t;
        }
    for (int len = 2; len <= N; len <<= 1) {
        int half = len / 2, step = N / len;
        for (int i = 0; i < N; i += len)
            for (int j = 0; j < half; j++) {
                double wr = creal(tw[j * step]), wi = cimag(tw[j * step]);
                if (inverse) wi = -wi;
                double br = creal(a[i + j + half]), bi = cimag(a[i + j + half]);
                cplx t = (br * wr - bi * wi) + I * (br * wi + bi * wr);
                cplx u = a[i + j];
                a[i + j] = u + t;
                a[i + j + half] = u - t;
            }
    }
}

static void fft2(cplx *a, int inverse)
{
    double s = 1.0 / ((double)N * N);
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int y = 0; y < N; y++)
            fft1(a + y * N, inverse);
#pragma omp for schedule(static)
        for (int x0 = 0; x0 < N; x0 += 4) {
            cplx column[4][MAXN];
            int nb = N - x0 < 4 ? N - x0 : 4;
            for (int y = 0; y < N; y++)
                for (int b = 0; b < nb; b++) column[b][y] = a[y * N + x0 + b];
            for (int b = 0; b < nb; b++) fft1(column[b], inverse);
            for (int y = 0; y < N; y++)
                for (int b = 0; b < nb; b++)
                    a[y * N + x0 + b] = inverse ? column[b][y] * s : column[b][y];
        }
    }
}

static int wavenum(int i) { return i <= N / 2 ? i : i - N; }

static cplx *u, *v, *wx, *wy;

/* dw/dt = -u.grad w + nu lap w, everything in spectral space */
static void rhs(const cplx *w, cplx *out, double nu)
{
#pragma omp parallel for schedule(static)
    for (int y = 0; y < N; y++) {
        int ky = wavenum(y);
        for (int x = 0; x < N; x++) {
            int kx = wavenum(x), k = y * N + x;
            double k2 = kx * kx + ky * ky;
            cplx psi = k2 > 0 ? w[k] / k2 : 0;
            u[k] = I * ky * psi;
            v[k] = -I * kx * psi;
            wx[k] = I * kx * w[k];
            wy[k] = I * ky * w[k];
        }
    }
    fft2(u, 1);
    fft2(v, 1);
    fft2(wx, 1);
    fft2(wy, 1);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N * N; i++)
        out[i] = -(creal(u[i]) * creal(wx[i]) + creal(v[i]) * creal(wy[i]));
    fft2(out, 0);
#pragma omp parallel for schedule(static)
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int kx = wavenum(x), ky = wavenum(y), k = y * N + x;
            if (abs(kx) > N / 3 || abs(ky) > N / 3)
                out[k] = 0;
            else
                out[k] -= nu * (kx * kx + ky * ky) * w[k];
        }
}

static void diagnostics(const cplx *w, int step, double t)
{
    double e = 0, z = 0, n4 = pow(N, 4);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int kx = wavenum(x), ky = wavenum(y);
            double k2 = kx * kx + ky * ky;
            double m = creal(w[y * N + x] * conj(w[y * N + x])) / n4;
            z += 0.5 * m;
            if (k2 > 0) e += 0.5 * m / k2;
        }
    printf("%4d t=%6.3f energy=%.7f enstrophy=%.6f\n", step, t, e, z);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 128;
    int steps = argc > 2 ? atoi(argv[2]) : 360;
    double nu = 2e-3, dt = 4e-3;

    if (n > MAXN || (n & (n - 1))) {
        fprintf(stderr, "n must be a power of two <= %d\n", MAXN);
        return 1;
    }
    fft_setup(n);
    size_t bytes = (size_t)n * n * sizeof(cplx);
    cplx *w = malloc(bytes), *k1 = malloc(bytes), *k2 = malloc(bytes), *ws = malloc(bytes);
    u = malloc(bytes); v = malloc(bytes); wx = malloc(bytes); wy = malloc(bytes);

    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double X = 2 * M_PI * x / n, Y = 2 * M_PI * y / n;
            w[y * n + x] = 2 * cos(X) * cos(2 * Y) + sin(3 * X + 0.4) * cos(Y) + 0.5 * cos(5 * X - 2 * Y);
        }
    fft2(w, 0);
    for (int s = 0; s <= steps; s++) {
        if (s % 30 == 0) diagnostics(w, s, s * dt);
        rhs(w, k1, nu);
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n * n; i++) ws[i] = w[i] + dt * k1[i];
        rhs(ws, k2, nu);
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n * n; i++) w[i] += 0.5 * dt * (k1[i] + k2[i]);
    }
    free(w); free(k1); free(k2); free(ws);
    free(u); free(v); free(wx); free(wy);
    return 0;
}
