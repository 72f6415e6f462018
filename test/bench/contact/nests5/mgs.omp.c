/* Modified Gram-Schmidt, hand optimised: tiles of 32 columns, orthogonal
 * vectors contiguous; subtraction of one vector fused with the dot products
 * with the next; look-ahead; the projections are register blocked products. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define TW 32
#define NV (TW / 8)

typedef double vd __attribute__((vector_size(64)));
typedef double vdu __attribute__((vector_size(64), aligned(8)));

static int m, n, p, ntile, kept;
static double *tiles, *q, *r;   /* q[k][ldv], r[k][ldr] */
static size_t ldv, ldr;
static unsigned char *skip;

#define T(t) ((vd *)(tiles + (size_t)(t) * m * TW))
#define Q(k) (q + (size_t)(k) * ldv)

static void *get(size_t bytes)
{
    void *x = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!x) {
        fprintf(stderr, "not enough memory\n");
        exit(1);
    }
    return x;
}

/* the generator advances m per column, so columns are independent */
static void snapshots(double *s, int nsnap, double phase, int tiled, size_t ld)
{
    unsigned am = 1, cm = 0, *start = get(sizeof(unsigned) * nsnap), x0 = 777u;
    for (int i = 0; i < m; i++) {
        cm = cm * 69069u + 1u;
        am *= 69069u;
    }
    for (int j = 0; j < nsnap; j++) {
        start[j] = x0;
        x0 = x0 * am + cm;
    }
#pragma omp parallel for schedule(static)
    for (int t = 0; t < (nsnap + TW - 1) / TW; t++) {
        int w = nsnap - t * TW < TW ? nsnap - t * TW : TW;
        unsigned g[TW] = { 0 };
        double pos[TW] = { 0 }, amp[TW] = { 0 };
        for (int l = 0; l < w; l++) {
            int j = t * TW + l;
            g[l] = start[j];
            pos[l] = phase + 0.9 * j / nsnap;
            amp[l] = 1.0 + 0.25 * (j % 7);
        }
        for (int i = 0; i < m; i++) {
            double *out = tiled ? s + ((size_t)t * m + i) * TW : s + i * ld + t * TW;
            double xi = (double)i / m;
            for (int l = 0; l < TW; l++) {
                double x = xi - pos[l];
                g[l] = g[l] * 69069u + 1u;
                double noise = (int)((g[l] >> 12) & 1023) / 1024.0 - 0.5;
                double val = amp[l] / (1.0 + 60.0 * x * x) + 0.05 * noise;
                out[l] = l < w ? val : 0.0;
            }
        }
    }
    free(start);
}

static void dot(const vd *restrict a, const double *restrict v, vd *restrict s)
{
    vd s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (int i = 0; i < m; i++) {
        double x = v[i];
        s0 += x * a[i * NV];
        s1 += x * a[i * NV + 1];
        s2 += x * a[i * NV + 2];
        s3 += x * a[i * NV + 3];
    }
    s[0] = s0; s[1] = s1; s[2] = s2; s[3] = s3;
}

static void sub(vd *restrict a, const double *restrict v, const vd *restrict c)
{
    vd c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
    for (int i = 0; i < m; i++) {
        double x = v[i];
        a[i * NV] -= x * c0;
        a[i * NV + 1] -= x * c1;
        a[i * NV + 2] -= x * c2;
        a[i * NV + 3] -= x * c3;
    }
}

static void sub_dot(vd *restrict a, const double *restrict v, const double *restrict w,
                    const vd *restrict c, vd *restrict s)
{
    vd c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
    vd s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (int i = 0; i < m; i++) {
        double x = v[i], y = w[i];
        vd t;
        t = a[i * NV] - x * c0;     a[i * NV] = t;     s0 += y * t;
        t = a[i * NV + 1] - x * c1; a[i * NV + 1] = t; s1 += y * t;
        t = a[i * NV + 2] - x * c2; a[i * NV + 2] = t; s2 += y * t;
        t = a[i * NV + 3] - x * c3; a[i * NV + 3] = t; s3 += y * t;
    }
    s[0] = s0; s[1] = s1; s[2] = s2; s[3] = s3;
}

static void apply(int t, int k0, int k1)
{
    vd *a = T(t), s[NV], c[NV];
    int have = 0;

    for (int k = k0; k < k1; k++) {
        double *rk = r + (size_t)k * ldr + t * TW;
        if (skip[k]) {
            memset(rk, 0, TW * sizeof(double));
            have = 0;
            continue;
        }
        if (!have)
            dot(a, Q(k), s);
        memcpy(c, s, sizeof c);
        memcpy(rk, c, sizeof c);
        have = k + 1 < k1 && !skip[k + 1];
        if (have)
            sub_dot(a, Q(k), Q(k + 1), c, s);
        else
            sub(a, Q(k), c);
    }
}

static void panel(int t, double tol)
{
    vd *a = T(t), s[NV], sq[NV];
    double *ad = (double *)a;
    int k0 = t * TW, k1 = k0 + TW < n ? k0 + TW : n;

    for (int k = k0; k < k1; k++) {
        int c = k - k0;
        double nrm = 0.0, *v = Q(k);
        if (k == k0)
            for (int i = 0; i < m; i++)
                nrm += ad[(size_t)i * TW + c] * ad[(size_t)i * TW + c];
        else
            nrm = ((double *)sq)[c];
        nrm = sqrt(nrm);
        double *rk = r + (size_t)k * ldr;
        rk[k] = nrm;
        skip[k] = nrm <= tol;
        if (skip[k]) {
            for (int i = 0; i < m; i++)
                v[i] = 0.0;
            for (int j = k + 1; j < (t + 1) * TW; j++)
                rk[j] = 0.0;
            for (int b = 0; b < NV; b++)
                s[b] = (vd){0};
        } else {
            kept++;
            for (int i = 0; i < m; i++)
                v[i] = ad[(size_t)i * TW + c];
            for (int i = 0; i < m; i++)
                v[i] /= nrm;
            dot(a, v, s);
            for (int l = 0; l <= c; l++)
                ((double *)s)[l] = 0.0;
            for (int l = c + 1; l < TW; l++)
                rk[k0 + l] = ((double *)s)[l];
        }
        if (k + 1 == k1)
            break;
        vd q0 = {0}, q1 = {0}, q2 = {0}, q3 = {0}, c0 = s[0], c1 = s[1], c2 = s[2], c3 = s[3];
        for (int i = 0; i < m; i++) {
            double x = v[i];
            vd y;
            y = a[i * NV] - x * c0;     a[i * NV] = y;     q0 += y * y;
            y = a[i * NV + 1] - x * c1; a[i * NV + 1] = y; q1 += y * y;
            y = a[i * NV + 2] - x * c2; a[i * NV + 2] = y; q2 += y * y;
            y = a[i * NV + 3] - x * c3; a[i * NV + 3] = y; q3 += y * y;
        }
        sq[0] = q0; sq[1] = q1; sq[2] = q2; sq[3] = q3;
    }
}

/* out[a][c] = sum over l ascending of x[a*xa + l*xl] * y[l*ldy + c], 4 x 32 */
static inline void product(double *out, size_t ldo, int na, const double *x, size_t xa,
                           size_t xl, const double *y, size_t ldy, int len)
{
    vd acc[4][NV];
    for (int a = 0; a < 4; a++)
        for (int v = 0; v < NV; v++)
            acc[a][v] = (vd){0};
    if (na == 4) {
        for (int l = 0; l < len; l++) {
            vd b0 = *(const vdu *)(y + l * ldy), b1 = *(const vdu *)(y + l * ldy + 8);
            vd b2 = *(const vdu *)(y + l * ldy + 16), b3 = *(const vdu *)(y + l * ldy + 24);
#pragma GCC unroll 4
            for (int a = 0; a < 4; a++) {
                double w = x[a * xa + l * xl];
                acc[a][0] += w * b0;
                acc[a][1] += w * b1;
                acc[a][2] += w * b2;
                acc[a][3] += w * b3;
            }
        }
    } else
        for (int l = 0; l < len; l++)
            for (int a = 0; a < na; a++)
                for (int v = 0; v < NV; v++)
                    acc[a][v] += x[a * xa + l * xl] * *(const vdu *)(y + l * ldy + 8 * v);
    for (int a = 0; a < na; a++)
        for (int v = 0; v < NV; v++)
            *(vdu *)(out + a * ldo + 8 * v) = acc[a][v];
}

int main(int argc, char **argv)
{
    m = argc > 1 ? atoi(argv[1]) : 1300;
    n = argc > 2 ? atoi(argv[2]) : 400;
    p = argc > 3 ? atoi(argv[3]) : 64;
    if (m < 1 || n < 1 || p < 1) {
        fprintf(stderr, "usage: mgs points snapshots new\n");
        return 1;
    }
    ntile = (n + TW - 1) / TW;
    ldv = ((size_t)m + 7) / 8 * 8;
    if (ldv % 512 == 0)
        ldv += 8;
    ldr = (size_t)ntile * TW;
    size_t ldp = ((size_t)p + TW - 1) / TW * TW;
    tiles = get(sizeof(double) * ntile * m * TW);
    q = get(sizeof(double) * n * ldv);
    r = get(sizeof(double) * n * ldr);
    skip = get(n);
    double *s = get(sizeof(double) * m * ldp), *c = get(sizeof(double) * n * ldp);
    double *rec = get(sizeof(double) * m * ldp);
    snapshots(tiles, n, 0.0, 1, 0);
    snapshots(s, p, 0.07, 0, ldp);

    double worst = 0.0;
    int next = 0, jstep = 1 + n / 10;
#pragma omp parallel
    {
#pragma omp single
        panel(0, 1e-9);
        for (int t = 0; t < ntile - 1; t++) {
#pragma omp single
            next = t + 1;
            for (;;) {
                int x;
#pragma omp atomic capture
                x = next++;
                if (x >= ntile)
                    break;
                apply(x, t * TW, (t + 1) * TW);
                if (x == t + 1)
                    panel(x, 1e-9);
            }
#pragma omp barrier
        }
        int pt = (int)(ldp / TW);
#pragma omp for schedule(static)
        for (int k = 0; k < n; k += 4)
            for (int t = 0; t < pt; t++)
                product(c + (size_t)k * ldp + t * TW, ldp, n - k < 4 ? n - k : 4, Q(k), ldv, 1,
                        s + t * TW, ldp, m);
#pragma omp for schedule(static)
        for (int i = 0; i < m; i += 4)
            for (int t = 0; t < pt; t++)
                product(rec + (size_t)i * ldp + t * TW, ldp, m - i < 4 ? m - i : 4, q + i, 1, ldv,
                        c + t * TW, ldp, n);
#pragma omp for schedule(dynamic, 1) reduction(max:worst)
        for (int j = 0; j < n; j += jstep)
            for (int k0 = 0; k0 < j; k0 += 8) {
                int w = j - k0 < 8 ? j - k0 : 8;
                double d[8] = { 0 };
                const double *qj = Q(j), *qk = Q(k0);
                if (w == 8)
                    for (int i = 0; i < m; i++)
#pragma GCC unroll 8
                        for (int l = 0; l < 8; l++)
                            d[l] += qj[i] * qk[l * ldv + i];
                else
                    for (int l = 0; l < w; l++)
                        for (int i = 0; i < m; i++)
                            d[l] += qj[i] * qk[l * ldv + i];
                for (int l = 0; l < w; l++)
                    if (fabs(d[l]) > worst)
                        worst = fabs(d[l]);
            }
    }
    double lost = 0.0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < p; j++) {
            double d = s[i * ldp + j] - rec[i * ldp + j];
            lost += d * d;
        }
    double trace = 0.0, off = 0.0, cn = 0.0;
    for (int k = 0; k < n; k++) {
        trace += r[k * ldr + k];
        for (int j = k + 1; j < n; j++)
            off += r[k * ldr + j] * r[k * ldr + j];
        for (int j = 0; j < p; j++)
            cn += c[k * ldp + j] * c[k * ldp + j];
    }
    printf("kept %d of %d\n", kept, n);
    printf("trace R %.10g  off diagonal %.10g\n", trace, off);
    printf("projected energy %.10g  lost %.10g\n", cn, lost);
    printf("r00 %.10g  r[last] %.10g\n", r[0], r[(size_t)(n - 1) * ldr + n - 1]);
    printf("orthogonal to 1e-10: %s\n", worst < 1e-10 ? "yes" : "no");
    return 0;
}
