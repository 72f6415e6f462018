// SPDX-License-Identifier: Apache-2.0
/* beam - wideband passive sonar: MVDR and conventional bearing spectra of a line array
 *
 * usage: beam [sensors] [snapshots] [fft size] [bearings]
 *
 * Sensor time series are simulated (sources, ambient noise, gain errors), cut
 * into half overlapping windows and transformed.  For every bin of the band a
 * loaded cross spectral matrix is factored and scanned over bearing; bins are
 * combined incoherently.
 */
#define _POSIX_C_SOURCE 200809L
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef double complex cplx;

static const double PI = 3.14159265358979323846;
static const double speed = 1500.0, rate = 4000.0, spacing = 0.6;
static const struct { double bearing, level, f0, f1; } source[] = {
    { 62.0, 1.0, 150, 900 }, { 71.5, 0.5, 300, 1000 }, { 118.0, 0.25, 200, 700 },
};
enum { NSRC = sizeof source / sizeof source[0], TONES = 12 };

static unsigned lcg = 31337;

static double rnd(void)
{
    lcg = lcg * 1103515245u + 12345u;
    return (double)(lcg >> 4) / 268435456.0;
}

static void *grab(size_t n)
{
    void *p = malloc(n);
    if (!p) { perror("beam"); exit(1); }
    return p;
}

/* each source is a comb of tones with random phase, delayed along the array */
static void simulate(int m, int len, float x[m][len])
{
    for (int s = 0; s < m; s++)
        for (int t = 0; t < len; t++)
            x[s][t] = (float)((rnd() + rnd() + rnd() - 1.5) * 1.5);
    for (int q = 0; q < NSRC; q++) {
        double tau = spacing * cos(source[q].bearing * PI / 180) / speed;
        for (int k = 0; k < TONES; k++) {
            double f = source[q].f0 + (source[q].f1 - source[q].f0) * (k + rnd()) / TONES, ph = 2 * PI * rnd();
            for (int s = 0; s < m; s++) {
                cplx z = cexp(I * (ph + 2 * PI * f * tau * s)), step = cexp(I * (2 * PI * f / rate));
                for (int t = 0; t < len; t++) {
                    x[s][t] += (float)(source[q].level * creal(z) * 0.3);
                    z *= step;
                }
            }
        }
    }
}

static void fft(cplx *a, int n, const cplx *root)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) { cplx t = a[i]; a[i] = a[j]; a[j] = t; }
    }
    for (int len = 2; len <= n; len <<= 1)
        for (int i = 0; i < n; i += len)
            for (int k = 0; k < len / 2; k++) {
                cplx u = a[i + k], v = a[i + k + len / 2] * root[k * (n / len)];
                a[i + k] = u + v;
                a[i + k + len / 2] = u - v;
            }
}

/* spectra[bin][snapshot][sensor] */
static void transform(int m, int len, float x[m][len], int nfft, int snaps, int b0, int nb,
                      cplx spectra[nb][snaps][m], const cplx *root, const double *window)
{
#pragma omp parallel
    {
    cplx *work = grab(sizeof(cplx) * (size_t)nfft);
#pragma omp for collapse(2) schedule(static)
    for (int s = 0; s < m; s++)
        for (int k = 0; k < snaps; k++) {
            const float *p = x[s] + k * (nfft / 2);
            for (int i = 0; i < nfft; i++)
                work[i] = window[i] * p[i];
            fft(work, nfft, root);
            for (int b = 0; b < nb; b++)
                spectra[b][k][s] = work[b0 + b];
        }
    free(work);
    }
}

static double covariance(int m, int snaps, cplx x[snaps][m], cplx r[m][m], double loading)
{
    double trace = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            cplx s = 0;
            for (int k = 0; k < snaps; k++)
                s += x[k][i] * conj(x[k][j]);
            r[i][j] = s / snaps;
            r[j][i] = conj(r[i][j]);
        }
    for (int i = 0; i < m; i++)
        trace += creal(r[i][i]);
    for (int i = 0; i < m; i++)
        r[i][i] += loading * trace / m;
    return trace / m;
}

static void factor(int m, cplx a[m][m], cplx l[m][m])
{
    for (int j = 0; j < m; j++) {
        double d = creal(a[j][j]);
        for (int p = 0; p < j; p++)
            d -= creal(l[j][p] * conj(l[j][p]));
        double root = sqrt(d > 1e-12 ? d : 1e-12);
        l[j][j] = root;
        for (int i = j + 1; i < m; i++) {
            cplx s = a[i][j];
            for (int p = 0; p < j; p++)
                s -= l[i][p] * conj(l[j][p]);
            l[i][j] = s / root;
        }
    }
}

/* the spectra of one bin; v and y are scratch of m elements */
static void scan(int m, cplx r[m][m], cplx l[m][m], double freq, int nbear, double *mvdr, double *bartlett,
                 cplx *v, cplx *y)
{
    for (int b = 0; b < nbear; b++) {
        double phase = 2 * PI * freq * spacing * cos(PI * (b + 0.5) / nbear) / speed, power = 0, q = 0;
        for (int s = 0; s < m; s++)
            v[s] = cos(phase * s) + I * sin(phase * s);
        for (int i = 0; i < m; i++) {
            cplx s = v[i], t = 0;
            for (int p = 0; p < i; p++)
                s -= l[i][p] * y[p];
            y[i] = s / creal(l[i][i]);
            q += creal(y[i]) * creal(y[i]) + cimag(y[i]) * cimag(y[i]);
            for (int j = 0; j < m; j++)
                t += r[i][j] * v[j];
            power += creal(conj(v[i]) * t);
        }
        mvdr[b] = 1 / q;
        bartlett[b] = power / ((double)m * m);
    }
}

static void peaks(const char *name, const double *p, int n)
{
    double top = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum += p[i];
        if (p[i] > top) top = p[i];
    }
    printf("%-8s sum %.9e max %.9e\n", name, sum, top);
    for (int i = 1; i + 1 < n; i++)
        if (p[i] > p[i - 1] && p[i] >= p[i + 1] && p[i] > top * 0.05)
            printf("   %7.2f deg  %8.4f dB\n", 180.0 * (i + 0.5) / n, 10 * log10(p[i] / top));
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 32, snaps = argc > 2 ? atoi(argv[2]) : 60;
    int nfft = argc > 3 ? atoi(argv[3]) : 1024, nbear = argc > 4 ? atoi(argv[4]) : 1000;
    if (m < 2 || m > 256 || snaps < 1 || nfft < 32 || (nfft & (nfft - 1)) || nbear < 3) {
        fputs("usage: beam [sensors] [snapshots] [fft size, power of two] [bearings]\n", stderr);
        return 1;
    }
    int len = (snaps + 1) * (nfft / 2), b0 = (int)(250 * nfft / rate), nb = (int)(900 * nfft / rate) - b0 + 1;
    float (*x)[len] = grab(sizeof(float) * (size_t)m * len);
    cplx (*spectra)[snaps][m] = grab(sizeof(cplx) * (size_t)nb * snaps * m);
    cplx *root = grab(sizeof(cplx) * (size_t)nfft);
    double (*spec)[2][nbear] = grab(sizeof(double) * (size_t)nb * 2 * nbear), *levels = grab(sizeof(double) * (size_t)nb);
    double *window = grab(sizeof(double) * (size_t)nfft), *mvdr = calloc((size_t)nbear, sizeof *mvdr);
    double *bart = calloc((size_t)nbear, sizeof *bart), level = 0;
    if (!mvdr || !bart) { perror("beam"); return 1; }
    struct timespec t0, t1;

    simulate(m, len, x);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < nfft; i++) {
        root[i] = cexp(-2 * PI * I * i / nfft);
        window[i] = 0.5 - 0.5 * cos(2 * PI * (i + 0.5) / nfft);
    }
    transform(m, len, x, nfft, snaps, b0, nb, spectra, root, window);
#pragma omp parallel
    {
        cplx (*r)[m] = grab(sizeof(cplx) * (size_t)m * m), (*l)[m] = grab(sizeof(cplx) * (size_t)m * m);
        cplx *work = grab(sizeof(cplx) * (size_t)(2 * m));
#pragma omp for schedule(dynamic)
        for (int b = 0; b < nb; b++) {
            levels[b] = covariance(m, snaps, spectra[b], r, 0.02);
            factor(m, r, l);
            scan(m, r, l, (b0 + b) * rate / nfft, nbear, spec[b][0], spec[b][1], work, work + m);
        }
        free(r); free(l); free(work);
    }
    for (int b = 0; b < nb; b++) {              /* summed in bin order */
        level += levels[b];
        for (int i = 0; i < nbear; i++) {
            mvdr[i] += spec[b][0][i];
            bart[i] += spec[b][1][i];
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "beams %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

    printf("%d sensors, %d bins, %d snapshots, mean level %.9f\n", m, nb, snaps, level / nb);
    peaks("mvdr", mvdr, nbear);
    peaks("bartlett", bart, nbear);
    free(x); free(spectra); free(root); free(spec); free(levels); free(window); free(mvdr); free(bart);
    return 0;
}
