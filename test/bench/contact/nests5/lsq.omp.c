/* Normal equations, hand optimised: the generator is jumped so that blocks of
 * samples are made in parallel as structure of arrays; features are transposed
 * to rows and A'A is updated in 8 x 24 register tiles, sample order kept. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <omp.h>

#define MAXP 256
#define BS 512          /* samples per block */
#define SUB 32          /* samples generated together */
#define LDF 264         /* row of features, last used is y */
#define P31 2147483647u

typedef double vd __attribute__((vector_size(64)));
typedef double vdu __attribute__((vector_size(64), aligned(8)));

struct config {
    int samples, degree, channels;
    double ridge;
};

static double ata[LDF][LDF] __attribute__((aligned(64)));
static double coef[MAXP];
static double lower[MAXP][MAXP];
static double feat[BS * LDF] __attribute__((aligned(64)));
static int ldf;         /* features of a sample, y and padding */
static double ramp[997];
static uint32_t mult[66];       /* powers of the multiplier */
static int p;

static void parse(struct config *c, const char *text)
{
    const char *eq = strchr(text, '=');
    size_t len;

    if (!eq) {
        fprintf(stderr, "ignored: %s\n", text);
        return;
    }
    len = (size_t)(eq - text);
    if (len == 7 && !strncmp(text, "samples", len))
        c->samples = atoi(eq + 1);
    else if (len == 6 && !strncmp(text, "degree", len))
        c->degree = atoi(eq + 1);
    else if (len == 8 && !strncmp(text, "channels", len))
        c->channels = atoi(eq + 1);
    else if (len == 5 && !strncmp(text, "ridge", len))
        c->ridge = atof(eq + 1);
    else
        fprintf(stderr, "unknown key in %s\n", text);
}

static inline uint32_t mulmod(uint32_t a, uint32_t b)
{
    uint64_t x = (uint64_t)a * b;
    x = (x & P31) + (x >> 31);
    x = (x & P31) + (x >> 31);
    return (uint32_t)(x == P31 ? 0 : x);
}

static uint32_t powmod(uint32_t a, long e)
{
    uint32_t r = 1;
    for (; e > 0; e >>= 1, a = mulmod(a, a))
        if (e & 1)
            r = mulmod(r, a);
    return r;
}

/* SUB samples from t0 on: x[ch][.] and y[.] */
static void samples(const struct config *c, int t0, double (*restrict x)[SUB], double *restrict y)
{
    uint32_t st[SUB];
    int C = c->channels;

    st[0] = powmod(48271u, (long)t0 * (C + 1));
    for (int s = 1; s < SUB; s++)
        st[s] = mulmod(st[s - 1], mult[C + 1]);
    for (int ch = 0; ch < C; ch++) {
        int k = (int)(((long)t0 * (ch + 3)) % 997), inc = (ch + 3) % 997;
        double r[SUB];
        for (int s = 0; s < SUB; s++) {
            r[s] = ramp[k];
            k += inc;
            if (k >= 997)
                k -= 997;
        }
        uint32_t f = mult[ch + 1];
        for (int s = 0; s < SUB; s++) {
            double nz = (double)(int)mulmod(st[s], f) / 2147483647.0 - 0.5;
            x[ch][s] = r[s] + 0.4 * nz;
        }
    }
    for (int s = 0; s < SUB; s++)
        y[s] = 0.3;
    for (int ch = 0; ch < C; ch++) {
        const double *a = x[ch], *b = x[(ch + 1) % C];
        double d = ch + 1.0;
        for (int s = 0; s < SUB; s++)
            y[s] += a[s] / d - 0.5 * a[s] * b[s];
    }
    uint32_t f = mult[C + 1];
    for (int s = 0; s < SUB; s++) {
        double nz = (double)(int)mulmod(st[s], f) / 2147483647.0 - 0.5;
        y[s] = y[s] + 0.05 * nz;
    }
}

static void features(const struct config *c, double (*x)[SUB], int s, double *restrict phi)
{
    int q = 0;
    double v[64];

    for (int ch = 0; ch < c->channels; ch++)
        v[ch] = x[ch][s];
    phi[q++] = 1.0;
    for (int ch = 0; ch < c->channels; ch++) {
        double w = v[ch];
        for (int d = 1; d <= c->degree; d++) {
            phi[q++] = w;
            w *= v[ch];
        }
    }
    for (int ch = 0; ch < c->channels; ch++)
        for (int ch2 = 0; ch2 < ch; ch2++)
            phi[q++] = v[ch] * v[ch2];
}

static void residuals(const struct config *c, double (*x)[SUB], const double *y,
                      double *restrict out)
{
    double e[SUB] __attribute__((aligned(64))), w[SUB] __attribute__((aligned(64)));
    int q = 0;

    for (int s = 0; s < SUB; s++)
        e[s] = y[s] - coef[0] * 1.0;
    q = 1;
    for (int ch = 0; ch < c->channels; ch++) {
        for (int s = 0; s < SUB; s++)
            w[s] = x[ch][s];
        for (int d = 1; d <= c->degree; d++, q++)
            for (int s = 0; s < SUB; s++) {
                e[s] -= coef[q] * w[s];
                w[s] *= x[ch][s];
            }
    }
    for (int ch = 0; ch < c->channels; ch++)
        for (int ch2 = 0; ch2 < ch; ch2++, q++)
            for (int s = 0; s < SUB; s++)
                e[s] -= coef[q] * (x[ch][s] * x[ch2][s]);
    for (int s = 0; s < SUB; s++)
        out[s] = e[s] * e[s];
}

static void tile(int i0, int j0, int ns)
{
    vd acc[8][3];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
#pragma GCC unroll 3
        for (int v = 0; v < 3; v++)
            acc[i][v] = *(vd *)&ata[i0 + i][j0 + 8 * v];
    for (int s = 0; s < ns; s++) {
        const double *row = feat + s * ldf;
        vd b0 = *(const vd *)(row + j0), b1 = *(const vd *)(row + j0 + 8);
        vd b2 = *(const vd *)(row + j0 + 16);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            double a = row[i0 + i];
            acc[i][0] += a * b0;
            acc[i][1] += a * b1;
            acc[i][2] += a * b2;
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
#pragma GCC unroll 3
        for (int v = 0; v < 3; v++)
            *(vd *)&ata[i0 + i][j0 + 8 * v] = acc[i][v];
}

/* lower[] is kept transposed: lower[k][i], i >= k */
static int solve(double ridge)
{
    for (int j = 0; j < p; j++)
        for (int i = j; i < p; i++)
            lower[j][i] = ata[i][j] + (i == j ? ridge : 0.0);
    for (int i = 0; i < p; i++)
        coef[i] = ata[p][i];
    for (int k = 0; k < p; k++) {
        double *restrict u = lower[k];
        if (u[k] <= 0.0)
            return -1;
        double piv = u[k] = sqrt(u[k]);
        for (int i = k + 1; i < p; i++)
            u[i] /= piv;
        double ck = coef[k] /= piv;
        for (int i = k + 1; i < p; i++)
            coef[i] -= u[i] * ck;
        for (int j = k + 1; j < p; j++) {
            double *restrict w = lower[j], l = u[j];
            for (int i = j; i < p; i++)
                w[i] -= u[i] * l;
        }
    }
    for (int i = p - 1; i >= 0; i--) {
        double s = coef[i];
        for (int k = i + 1; k < p; k++)
            s -= lower[i][k] * coef[k];
        coef[i] = s / lower[i][i];
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct config c = { 90000, 6, 13, 0.001 };
    double sse = 0.0, trace = 0.0, sum = 0.0;

    for (int i = 1; i < argc; i++)
        parse(&c, argv[i]);
    p = 1 + c.channels * c.degree + c.channels * (c.channels - 1) / 2;
    if (c.channels < 1 || c.channels > 64 || c.degree < 1 || p > MAXP) {
        fprintf(stderr, "too many features\n");
        return 1;
    }
    ldf = (p + 1 + 23) / 24 * 24;
    for (int k = 0; k < 997; k++)
        ramp[k] = (double)k / 997.0 - 0.5;
    mult[0] = 1;
    for (int k = 1; k < 66; k++)
        mult[k] = mulmod(mult[k - 1], 48271u);

    int nt = 0, (*task)[2] = malloc(sizeof(int[2]) * 33 * 11);
    for (int i0 = 0; i0 <= p; i0 += 8)
        for (int j0 = 0; j0 <= i0 + 7 && j0 <= p; j0 += 24) {
            task[nt][0] = i0;
            task[nt++][1] = j0;
        }
    int total = c.samples > 0 ? c.samples : 0;
    double *err = malloc(sizeof(double) * (total + SUB));
    int failed = 0;

#pragma omp parallel
    {
        double x[64][SUB] __attribute__((aligned(64))), y[SUB] __attribute__((aligned(64)));
        for (int t0 = 0; t0 < total; t0 += BS) {
            int ns = total - t0 < BS ? total - t0 : BS;
#pragma omp for schedule(static)
            for (int g = 0; g < ns; g += SUB) {
                samples(&c, t0 + g, x, y);
                for (int s = 0; s < SUB && g + s < ns; s++) {
                    features(&c, x, s, feat + (g + s) * ldf);
                    feat[(g + s) * ldf + p] = y[s];
                }
            }
#pragma omp for schedule(dynamic, 4)
            for (int k = 0; k < nt; k++)
                tile(task[k][0], task[k][1], ns);
        }
#pragma omp single
        failed = solve(c.ridge) != 0;
        if (!failed) {
#pragma omp for schedule(static)
            for (int g = 0; g < total; g += SUB) {
                samples(&c, g, x, y);
                residuals(&c, x, y, err + g);
            }
        }
    }
    if (failed) {
        printf("normal equations are not positive definite\n");
        return 0;
    }
    for (int t = 0; t < total; t++)
        sse += err[t];
    for (int i = 0; i < p; i++) {
        trace += ata[i][i];
        for (int j = 0; j < i; j++)
            sum += ata[i][j];
    }
    printf("%d samples, %d features\n", c.samples, p);
    printf("trace %.10g lower sum %.10g\n", trace, sum);
    printf("rms %.9g\n", c.samples > 0 ? sqrt(sse / c.samples) : 0.0);
    for (int i = 0; i < p && i < 6; i++)
        printf("coef[%d] = %.7g\n", i, coef[i]);
    return 0;
}
